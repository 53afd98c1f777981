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

describe('the order of statuses', () => {
  it('[STAT-001] has 38 statuses, each once', () => {
    expect(shipment_statuses).toHaveLength(38)
    expect(new Set(shipment_statuses).size).toBe(38)
  })

  const from = (position: number, expected: string) => {
    const wanted = words(expected)
    expect(shipment_statuses.slice(position - 1, position - 1 + wanted.length)).toEqual(wanted)
    wanted.forEach((status, at) => expect(factsOf(status as ShipmentStatus).position).toBe(position - 1 + at))
  }
  it('[STAT-002] positions 1 to 12 stand in the given order', () => {
    from(
      1,
      'quote quote-expired payment-pending payment-failed submitted outsourced collection-assigned awaiting-dropoff collection-unassigned collection-rejected collection-exception collection-failed-attempt',
    )
  })
  it('[STAT-003] positions 13 to 19 stand in the given order', () => {
    from(13, 'collected at-hub manifested ready-for-dispatch in-transit at-destination-hub returned-to-hub')
  })
  it('[STAT-004] positions 20 to 31 stand in the given order', () => {
    from(
      20,
      'delivery-assigned delivery-unassigned delivery-rejected bob-box-reservation-failed out-for-delivery delivery-exception delivery-failed-attempt in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter',
    )
  })
  it('[STAT-005] positions 32 to 38 stand in the given order', () => {
    from(32, 'returned-to-sender delivered undeliverable cancelled on-hold on-hold-internal damaged')
  })
})

describe('[STAT-012] [STAT-013] [STAT-014] the sixteen lists', () => {
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
  it.each(members)('%s has exactly its %i members', (purpose, size, expected) => {
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
  ] as const)('%s has %i members', (purpose, size) => {
    expect(statusesFor(purpose)).toHaveLength(size)
  })

  it('knows sixteen purposes', () => {
    expect(status_purposes).toHaveLength(16)
  })

  it('[STAT-015] [STAT-016] active is everything but the eleven inactive statuses', () => {
    const inactive = words(
      'quote quote-expired payment-pending payment-failed returned-to-sender delivered undeliverable cancelled on-hold on-hold-internal damaged',
    )
    expect(shipment_statuses.filter((status) => !isFor('active', status))).toEqual(inactive)
  })

  it('splits active into uncollected and collected without overlap', () => {
    const halves = [
      ...statusesFor('uncollected_and_undelivered'),
      ...statusesFor('collected_and_undelivered'),
    ]
    expect(halves.toSorted()).toEqual(statusesFor('active').toSorted())
  })

  it('[STAT-011] valid is everything but quotes, unpaid and cancelled', () => {
    expect(shipment_statuses.filter(isInvalid)).toEqual(
      words('quote quote-expired payment-pending payment-failed cancelled'),
    )
  })

  it('has no status in both collections and deliveries', () => {
    expect(statusesFor('collections').filter((status) => isFor('deliveries', status))).toEqual([])
  })

  it('lets nobody exclude the milestones of a customer', () => {
    const milestones = words(
      'submitted collected out-for-delivery delivery-failed-attempt ready-for-pickup delivered cancelled returned-to-sender undeliverable',
    )
    expect(milestones.filter((status) => isFor('can_be_excluded', status as ShipmentStatus))).toEqual([])
  })
})

describe('comparisons', () => {
  it('[STAT-006] [STAT-007] the bare comparison counts everything from at-destination-hub on', () => {
    expect(shipment_statuses.filter(standsAtOrBeyondDestinationHub)).toEqual(shipment_statuses.slice(17))
  })

  const outside = words('cancelled on-hold on-hold-internal damaged undeliverable returned-to-sender')
  it('[STAT-008] collected or past is collected and every later status of the order', () => {
    expect(shipment_statuses.filter((status) => standsAtOrPast(status, 'collected'))).toEqual(
      shipment_statuses.slice(shipment_statuses.indexOf('collected')),
    )
  })
  it('[STAT-009] delivered or past is delivered and every later status of the order', () => {
    expect(shipment_statuses.filter((status) => standsAtOrPast(status, 'delivered'))).toEqual(
      words('delivered undeliverable cancelled on-hold on-hold-internal damaged'),
    )
  })
  it('[STAT-010] past a point of the journey is a later point of it, for what decides money and custody', () => {
    expect(shipment_statuses.filter((status) => isAtOrPast(status, 'collected'))).toEqual(
      shipment_statuses.slice(12).filter((status) => !outside.includes(status)),
    )
  })
  it('[STAT-010] only delivered is past the delivery of the journey', () => {
    expect(shipment_statuses.filter((status) => isAtOrPast(status, 'delivered'))).toEqual(['delivered'])
    for (const status of shipment_statuses) expect(isAtOrPast(status, status)).toBe(true)
  })
  it('knows a held shipment was collected by its date', () => {
    expect(hasBeenCollected({ status: 'on-hold', collected_date: new Date(0) })).toBe(true)
    expect(hasBeenCollected({ status: 'on-hold', collected_date: null })).toBe(false)
    expect(hasBeenCollected({ status: 'in-transit', collected_date: null })).toBe(true)
  })
})

describe('invoicing and problems', () => {
  it('[STAT-017] four statuses may trigger invoicing', () => {
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
  it('[STAT-018] a cancelled shipment is invoiceable while its charges stand', () => {
    expect(isInvoiceable('cancelled', 'delivered', false)).toBe(true)
    expect(isInvoiceable('cancelled', 'collected', true)).toBe(false)
  })
  it('[STAT-019] [STAT-020] lists the problems, failed meaning the two failed attempts', () => {
    expect(problem_statuses).toEqual(
      words(
        'collection-unassigned collection-rejected collection-exception collection-failed-attempt delivery-unassigned delivery-rejected delivery-exception delivery-failed-attempt',
      ),
    )
  })
})

describe('colours', () => {
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
  it('[STAT-058] grey is what is over, or with somebody else; so is a closed collection request', () => {
    allOf('grey')
    expect(collectionRequestColour('closed')).toBe('grey')
  })
  it('[STAT-059] red is what went wrong or was stopped', () => {
    allOf('red')
  })
  it('[STAT-060] green is what is close to its end', () => {
    allOf('green')
  })
  it('[STAT-061] [STAT-062] everything else is blue, payment-pending included', () => {
    const others = new Set(Object.values(families).flatMap(words))
    for (const status of shipment_statuses) if (!others.has(status)) expect(statusColour(status)).toBe('blue')
    expect(statusColour('payment-pending')).toBe('blue')
  })
  it('colours collection requests alike', () => {
    expect(collectionRequestColour('collection-rejected')).toBe('red')
    expect(collectionRequestColour('collection-assigned')).toBe('blue')
  })
})

describe('words', () => {
  it('labels statuses in sentence case', () => {
    expect(statusLabel('out-for-delivery')).toBe('Out for delivery')
    expect(statusLabel('on-hold-internal')).toBe('On hold (internal)')
    expect(statusLabel('bob-box-reservation-failed')).toBe('Locker reservation failed')
    for (const status of shipment_statuses) expect(statusLabel(status)).toMatch(/^[A-Z][a-z()\- ]+$/)
  })
  it('fills a customer sentence, and falls back to plain words', () => {
    expect(customerSentence('at-hub', { hub: 'Bellville' })).toBe('The parcel is at our Bellville hub.')
    expect(customerSentence('at-hub')).toBe('The parcel is at our hub.')
    expect(customerSentence('on-hold', { message: 'customs' })).toBe('The parcel is on hold: customs')
    expect(customerSentence('on-hold')).toBe('The parcel is on hold.')
    expect(customerSentence('in-transit')).toBe('The parcel is on its way to its destination.')
    expect(customerSentence('collection-failed-attempt')).toBe(
      'We tried to collect the parcel but could not.',
    )
  })
  it('sends the sender to the point where a parcel is dropped off, and the receiver to the one where it is fetched', () => {
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
    const doors = { collection_pickup_point_id: null, delivery_pickup_point_id: null }
    expect(
      pointNames({ ...doors, sender_company: 'Overberg Books', receiver_company: 'Karoo Wool' }),
    ).toEqual({
      dropoff_point: '',
      pickup_point: '',
    })
    expect(customerSentence('awaiting-dropoff')).toBe('Please drop the parcel off at the drop-off point.')
  })
  it('has a sentence for every status customers see and none with an open placeholder', () => {
    for (const status of shipment_statuses) {
      const sentence = customerSentence(status)
      expect(sentence === '').toBe(status === 'quote' || status === 'quote-expired')
      expect(sentence).not.toMatch(/[{}]/)
    }
  })
  it('refuses a status that does not exist', () => {
    expect(() => factsOf('failed' as ShipmentStatus)).toThrow('Unknown shipment status failed')
  })
})
