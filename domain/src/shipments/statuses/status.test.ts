import { describe, expect, it } from 'vitest'
import {
  pointNames,
  collectionRequestColour,
  customerSentence,
  factsOf,
  hasBeenCollected,
  invoice_trigger_statuses,
  isAtOrPast,
  isFor,
  isInvalid,
  isInvoiceable,
  problem_statuses,
  shipment_statuses,
  standsAtOrBeyondDestinationHub,
  standsAtOrPast,
  statusColour,
  statusesFor,
  statusLabel,
  status_purposes,
  type ShipmentStatus,
  type StatusPurpose,
} from './status.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

describe('order of statuses', () => {
  it('[STAT-001] has 38 unique statuses', () => {
    expect(shipment_statuses).toHaveLength(38)
    expect(new Set(shipment_statuses).size).toBe(38)
  })

  const from = (position: number, expected: string) => {
    const wanted = words(expected)
    expect(shipment_statuses.slice(position - 1, position - 1 + wanted.length)).toEqual(wanted)
    wanted.forEach((status, at) => expect(factsOf(status as ShipmentStatus).position).toBe(position - 1 + at))
  }
  it('[STAT-002] has positions 1 to 12 in the specified order', () => {
    from(
      1,
      'quote quote-expired payment-pending payment-failed submitted outsourced collection-assigned awaiting-dropoff collection-unassigned collection-rejected collection-exception collection-failed-attempt',
    )
  })
  it('[STAT-003] has positions 13 to 19 in the specified order', () => {
    from(13, 'collected at-hub manifested ready-for-dispatch in-transit at-destination-hub returned-to-hub')
  })
  it('[STAT-004] has positions 20 to 31 in the specified order', () => {
    from(
      20,
      'delivery-assigned delivery-unassigned delivery-rejected bob-box-reservation-failed out-for-delivery delivery-exception delivery-failed-attempt in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter',
    )
  })
  it('[STAT-005] has positions 32 to 38 in the specified order', () => {
    from(32, 'returned-to-sender delivered undeliverable cancelled on-hold on-hold-internal damaged')
  })
})

describe('[STAT-012] [STAT-013] [STAT-014] the sixteen purpose lists', () => {
  const members: [StatusPurpose, number, string][] = [
    [
      'created',
      6,
      'submitted outsourced collection-assigned awaiting-dropoff collection-unassigned collection-rejected',
    ],
    [
      'intervention',
      12,
      'collection-unassigned collection-rejected collection-exception collection-failed-attempt delivery-unassigned delivery-rejected bob-box-reservation-failed delivery-exception delivery-failed-attempt on-hold on-hold-internal damaged',
    ],
    [
      'pendingDriverAction',
      4,
      'collection-assigned delivery-assigned out-for-delivery collect-and-return-to-hub',
    ],
    [
      'collections',
      7,
      'submitted collection-assigned awaiting-dropoff collection-unassigned collection-rejected collection-exception collection-failed-attempt',
    ],
    [
      'deliveries',
      12,
      'delivery-assigned delivery-unassigned delivery-rejected bob-box-reservation-failed out-for-delivery delivery-exception delivery-failed-attempt in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter',
    ],
    ['hub', 6, 'at-hub manifested ready-for-dispatch in-transit at-destination-hub returned-to-hub'],
    ['delivered', 1, 'delivered'],
    [
      'ops_dashboard_unassigned',
      5,
      'submitted collection-unassigned collection-rejected delivery-unassigned delivery-rejected',
    ],
    [
      'tracking',
      23,
      'submitted awaiting-dropoff collection-exception collection-failed-attempt collected at-hub in-transit at-destination-hub returned-to-hub out-for-delivery delivery-exception delivery-failed-attempt in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter returned-to-sender delivered undeliverable cancelled on-hold damaged',
    ],
  ]
  it.each(members)('%s contains exactly its %i statuses', (purpose, size, expected) => {
    expect(statusesFor(purpose)).toEqual(words(expected))
    expect(words(expected)).toHaveLength(size)
  })

  it.each([
    ['active', 27],
    ['valid', 33],
    ['uncollected_and_undelivered', 8],
    ['collected_and_undelivered', 19],
    ['collected', 23],
    ['exclude_quote', 36],
    ['can_be_excluded', 25],
  ] as const)('%s contains %i statuses', (purpose, size) => {
    expect(statusesFor(purpose)).toHaveLength(size)
  })

  it('has sixteen purposes', () => {
    expect(status_purposes).toHaveLength(16)
  })

  it('[STAT-015] [STAT-016] includes in active every status except the eleven inactive ones', () => {
    const inactive = words(
      'quote quote-expired payment-pending payment-failed returned-to-sender delivered undeliverable cancelled on-hold on-hold-internal damaged',
    )
    expect(shipment_statuses.filter((status) => !isFor('active', status))).toEqual(inactive)
  })

  it('splits the active list into uncollected and collected statuses without overlap', () => {
    const halves = [
      ...statusesFor('uncollected_and_undelivered'),
      ...statusesFor('collected_and_undelivered'),
    ]
    expect(halves.toSorted()).toEqual(statusesFor('active').toSorted())
  })

  it('[STAT-011] treats exactly quotes, unpaid and cancelled statuses as invalid', () => {
    expect(shipment_statuses.filter(isInvalid)).toEqual(
      words('quote quote-expired payment-pending payment-failed cancelled'),
    )
  })

  it('has no status in both collections and deliveries', () => {
    expect(statusesFor('collections').filter((status) => isFor('deliveries', status))).toEqual([])
  })

  it('does not allow excluding the milestones of a customer', () => {
    const milestones = words(
      'submitted collected out-for-delivery delivery-failed-attempt ready-for-pickup delivered cancelled returned-to-sender undeliverable',
    )
    expect(milestones.filter((status) => isFor('can_be_excluded', status as ShipmentStatus))).toEqual([])
  })
})

describe('status comparisons', () => {
  it('[STAT-006] [STAT-007] includes at-destination-hub and every later position in the plain comparison', () => {
    expect(shipment_statuses.filter(standsAtOrBeyondDestinationHub)).toEqual(shipment_statuses.slice(17))
  })

  const outside = words('cancelled on-hold on-hold-internal damaged undeliverable returned-to-sender')
  it('[STAT-008] includes collected and every later position in the plain comparison with collected', () => {
    expect(shipment_statuses.filter((status) => standsAtOrPast(status, 'collected'))).toEqual(
      shipment_statuses.slice(shipment_statuses.indexOf('collected')),
    )
  })
  it('[STAT-009] includes delivered and every later position in the plain comparison with delivered', () => {
    expect(shipment_statuses.filter((status) => standsAtOrPast(status, 'delivered'))).toEqual(
      words('delivered undeliverable cancelled on-hold on-hold-internal damaged'),
    )
  })
  it('[STAT-010] omits cancelled, held, damaged and returned statuses from the journey comparison with collected', () => {
    expect(shipment_statuses.filter((status) => isAtOrPast(status, 'collected'))).toEqual(
      shipment_statuses.slice(12).filter((status) => !outside.includes(status)),
    )
  })
  it('[STAT-010] includes only delivered in the journey comparison with delivered, and every status in the comparison with itself', () => {
    expect(shipment_statuses.filter((status) => isAtOrPast(status, 'delivered'))).toEqual(['delivered'])
    for (const status of shipment_statuses) expect(isAtOrPast(status, status)).toBe(true)
  })
  it('decides by the collection date whether a held shipment was collected', () => {
    expect(hasBeenCollected({ status: 'on-hold', collected_date: new Date(0) })).toBe(true)
    expect(hasBeenCollected({ status: 'on-hold', collected_date: null })).toBe(false)
    expect(hasBeenCollected({ status: 'in-transit', collected_date: null })).toBe(true)
  })
})

describe('invoicing and problem statuses', () => {
  it('[STAT-017] has four invoice trigger statuses and allows invoicing once the trigger is reached or the shipment is returned', () => {
    expect(invoice_trigger_statuses).toEqual([
      'collected',
      'at-destination-hub',
      'out-for-delivery',
      'delivered',
    ])
    expect(isInvoiceable('at-hub', 'collected', false)).toBe(true)
    expect(isInvoiceable('at-hub', 'delivered', false)).toBe(false)
    expect(isInvoiceable('on-hold', 'collected', false)).toBe(false)
    expect(isInvoiceable('returned-to-sender', 'delivered', false)).toBe(true)
  })
  it('[STAT-018] allows invoicing a cancelled shipment unless its charges were reversed', () => {
    expect(isInvoiceable('cancelled', 'delivered', false)).toBe(true)
    expect(isInvoiceable('cancelled', 'collected', true)).toBe(false)
  })
  it('[STAT-019] [STAT-020] lists the problem statuses, with both failed attempts', () => {
    expect(problem_statuses).toEqual(
      words(
        'collection-unassigned collection-rejected collection-exception collection-failed-attempt delivery-unassigned delivery-rejected delivery-exception delivery-failed-attempt',
      ),
    )
  })
})

describe('status colours', () => {
  const families = {
    grey: 'outsourced returned-to-sender delivered undeliverable',
    red: 'payment-failed collection-unassigned collection-rejected collection-exception collection-failed-attempt delivery-unassigned delivery-rejected bob-box-reservation-failed delivery-exception delivery-failed-attempt cancelled on-hold on-hold-internal damaged',
    green:
      'at-destination-hub returned-to-hub delivery-assigned out-for-delivery in-locker ready-for-pickup collect-and-return-to-hub',
  } as const
  const allOf = (colour: keyof typeof families) =>
    expect(shipment_statuses.filter((status) => statusColour(status) === colour).toSorted()).toEqual(
      words(families[colour]).toSorted(),
    )
  it('[STAT-058] uses grey for ended and outsourced shipments and for a closed collection request', () => {
    allOf('grey')
    expect(collectionRequestColour('closed')).toBe('grey')
  })
  it('[STAT-059] uses red for failed, rejected, unassigned, cancelled, held and damaged statuses', () => {
    allOf('red')
  })
  it('[STAT-060] uses green for statuses close to the end of the journey', () => {
    allOf('green')
  })
  it('[STAT-061] [STAT-062] uses blue for every other status, including payment-pending', () => {
    const others = new Set(Object.values(families).flatMap(words))
    for (const status of shipment_statuses) if (!others.has(status)) expect(statusColour(status)).toBe('blue')
    expect(statusColour('payment-pending')).toBe('blue')
  })
  it('uses the shipment status colours for collection requests', () => {
    expect(collectionRequestColour('collection-rejected')).toBe('red')
    expect(collectionRequestColour('collection-assigned')).toBe('blue')
  })
})

describe('status labels and sentences', () => {
  it('labels statuses in sentence case', () => {
    expect(statusLabel('out-for-delivery')).toBe('Out for delivery')
    expect(statusLabel('on-hold-internal')).toBe('On hold (internal)')
    expect(statusLabel('bob-box-reservation-failed')).toBe('Locker reservation failed')
    for (const status of shipment_statuses) expect(statusLabel(status)).toMatch(/^[A-Z][a-z()\- ]+$/)
  })
  it('inserts the given values in a customer sentence and uses general words for missing ones', () => {
    expect(customerSentence('at-hub', { hub: 'Bellville' })).toBe('The parcel is at our Bellville hub.')
    expect(customerSentence('at-hub')).toBe('The parcel is at our hub.')
    expect(customerSentence('on-hold', { message: 'customs' })).toBe('The parcel is on hold: customs')
    expect(customerSentence('on-hold')).toBe('The parcel is on hold.')
    expect(customerSentence('in-transit')).toBe('The parcel is on its way to its destination.')
    expect(customerSentence('collection-failed-attempt')).toBe(
      'We tried to collect the parcel but could not.',
    )
  })
  it('names the drop-off point for the sender and the pickup point for the receiver', () => {
    const points = pointNames({
      collection_pickup_point_id: 'C1',
      delivery_pickup_point_id: 'L1',
      sender_company: 'Sea Point counter',
      receiver_company: 'Rosebank Mall locker',
    })
    const named = shipment_statuses.flatMap((status) => {
      const sentence = customerSentence(status, points)
      return ['Sea Point counter', 'Rosebank Mall locker']
        .filter((point) => sentence.includes(point))
        .map((point) => `${status}: ${point}`)
    })
    expect(named).toEqual([
      'awaiting-dropoff: Sea Point counter',
      'in-locker: Rosebank Mall locker',
      'ready-for-pickup: Rosebank Mall locker',
    ])
    const doorToDoor = { collection_pickup_point_id: null, delivery_pickup_point_id: null }
    expect(
      pointNames({ ...doorToDoor, sender_company: 'Overberg Books', receiver_company: 'Karoo Wool' }),
    ).toEqual({
      dropoff_point: '',
      pickup_point: '',
    })
    expect(customerSentence('awaiting-dropoff')).toBe('Please drop the parcel off at the drop-off point.')
  })
  it('has a customer sentence without open placeholders for every status except quotes', () => {
    for (const status of shipment_statuses) {
      const sentence = customerSentence(status)
      expect(sentence === '').toBe(status === 'quote' || status === 'quote-expired')
      expect(sentence).not.toMatch(/[{}]/)
    }
  })
  it('throws for an unknown status', () => {
    expect(() => factsOf('failed' as ShipmentStatus)).toThrow('Unknown shipment status failed')
  })
})
