import { describe, expect, it } from 'vitest'
import type { PayRules, PayStatement } from './model.ts'
import { checkBill, readBillLines } from './partner-bill.ts'
import { checkPayPlan, payOfDay, spreadOverDay, versionOn, type PaidVisit } from './pay-plan.ts'
import { missingCosts, shareOut, type DueCost, type RecordedCost } from './shares.ts'
import { checkAdjustment, checkPeriod, mayAdjust, mayApprove, mayPay } from './statement.ts'

const rules: PayRules = {
  per_stop: 18_00,
  per_kg: 50,
  zones: [{ zone: 'Atlantic', amount: 5_00 }],
  bonus_from_stops: 3,
  bonus: 100_00,
}
const nothing: PayRules = { per_stop: 0, per_kg: 0, zones: [], bonus_from_stops: 0, bonus: 0 }
const visit = (id: number, more: Partial<PaidVisit> = {}): PaidVisit => ({
  shipment_id: id,
  reference: `S${id}`,
  leg: 'delivery',
  address: { id, lat: null, lng: null },
  kg: 2,
  parcels: 1,
  zone: '',
  ...more,
})
const day = (...visits: PaidVisit[]) => ({ username: 'thabo', day: '2026-03-10', visits })
const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

describe('pay of a day', () => {
  it('pays a stop once for all its shipments, and kilograms and rounds in addition', () => {
    const home = { id: 7, lat: null, lng: null }
    const due = payOfDay(
      rules,
      day(visit(1, { address: home, zone: 'atlantic' }), visit(2, { address: home, kg: 3 })),
    )
    expect(due).toEqual([
      {
        key: 'pay/thabo/2026-03-10/delivery/1',
        leg: 'delivery',
        work_day: '2026-03-10',
        amount: 18_00 + 5_00 + 2_50,
        reason: 'Delivery of S1 and 1 more: stop R 18.00, Atlantic R 5.00, 5 kg R 2.50',
        shares: [
          { shipment_id: 1, amount: 11_50 + 1_00 },
          { shipment_id: 2, amount: 11_50 + 1_50 },
        ],
      },
    ])
  })

  it('counts visits within 30 m as one stop, and a collection and a delivery at one place as two', () => {
    const here = { id: 1, lat: -33.9, lng: 18.4 }
    const beside = { id: 2, lat: -33.9001, lng: 18.4 }
    const due = payOfDay(
      { ...nothing, per_stop: 10_00 },
      day(
        visit(1, { address: here }),
        visit(2, { address: beside }),
        visit(3, { address: here, leg: 'collection' }),
      ),
    )
    expect(due.map(({ leg, amount }) => [leg, amount])).toEqual([
      ['collection', 10_00],
      ['delivery', 10_00],
    ])
  })

  it('counts a shipment that is completed twice as two stops, also at one place with others', () => {
    const home = { id: 7, lat: null, lng: null }
    const due = payOfDay(
      { ...nothing, per_stop: 10_00, per_kg: 1_00 },
      day(visit(1, { address: home }), visit(2, { address: home }), visit(1, { address: home })),
    )
    expect(due.map(({ key, amount }) => [key, amount])).toEqual([
      ['pay/thabo/2026-03-10/delivery/1', 10_00 + 4_00],
      ['pay/thabo/2026-03-10/delivery/1/2', 10_00 + 2_00],
    ])
  })

  it.each([
    [2, 0],
    [3, 100_00],
  ])('with %i stops has a bonus of %i cents', (stops, bonus) => {
    const visits = Array.from({ length: stops }, (_, at) => visit(at + 1))
    const due = payOfDay({ ...rules, per_stop: 0, per_kg: 0, zones: [] }, day(...visits))
    expect(sumOf(due)).toBe(bonus)
  })

  it('spreads an amount over the legs and shipments of a day to the cent', () => {
    const due = spreadOverDay(100_00, [visit(1), visit(2), visit(3, { leg: 'collection' })], {
      key: 'vehicle/thabo/2026-03-10',
      work_day: '2026-03-10',
      reason: '40 km',
    })
    expect(due.map(({ key, amount }) => [key, amount])).toEqual([
      ['vehicle/thabo/2026-03-10/collection', 33_33],
      ['vehicle/thabo/2026-03-10/delivery', 66_67],
    ])
    expect(due.map(({ shares }) => sumOf(shares))).toEqual([33_33, 66_67])
    const idle = spreadOverDay(5_00, [], { key: 'k', work_day: '2026-03-10', reason: '' })
    expect(idle).toMatchObject([{ amount: 5_00, shares: [] }])
  })
})

describe('a pay plan', () => {
  it.each([
    [{ rules: nothing }, 'per_stop'],
    [{ name: ' ', rules }, 'name'],
    [{ rules: { ...rules, bonus_from_stops: 0 } }, 'bonus_from_stops'],
    [{ rules: { ...rules, bonus_from_stops: -1 } }, 'bonus_from_stops'],
    [{ rules: { ...rules, zones: [...rules.zones, { zone: 'ATLANTIC ', amount: 1 }] } }, 'zones.1.zone'],
    [{ rules: { ...rules, zones: [{ zone: '', amount: 1 }] } }, 'zones.0.zone'],
    [{ rules: { ...rules, per_kg: 1e12 } }, 'per_kg'],
  ])('with a mistake names the field, case %#', (plan, field) => {
    expect(checkPayPlan(plan).map((one) => one.field)).toEqual([field])
  })

  it('is checked without a problem when it pays something', () => {
    expect(checkPayPlan({ name: 'Bakkie', rules })).toEqual([])
  })

  it.each([
    ['2026-02-28', undefined],
    ['2026-03-01', 1],
    ['2026-03-14', 1],
    ['2026-03-15', 2],
  ])('on %s has the version that is valid then', (on, id) => {
    const versions = [
      { id: 1, valid_from: '2026-03-01' },
      { id: 2, valid_from: '2026-03-15' },
    ]
    expect(versionOn(versions, on)?.id).toBe(id)
  })
})

describe('costs that are missing', () => {
  const due = (key: string, amount: number): DueCost => ({
    key,
    leg: 'delivery',
    work_day: '2026-03-10',
    amount,
    reason: 'Delivery',
    shares: [{ shipment_id: 1, amount }],
  })
  const recorded = (key: string, amount: number, lines = 1): RecordedCost => ({ ...due(key, amount), lines })

  it('are new costs, the difference of changed ones, and what is not due any more with its sign reversed', () => {
    const lines = missingCosts(
      [due('new', 5), due('same', 7), due('changed', 12)],
      [recorded('same', 7), recorded('changed', 10), recorded('gone', 9, 2)],
    )
    expect(lines.map(({ key, number, amount, shares }) => [key, number, amount, sumOf(shares)])).toEqual([
      ['new', 1, 5, 5],
      ['changed', 2, 2, 2],
      ['gone', 3, -9, -9],
    ])
    expect(lines.map(({ reason }) => reason.split(':')[0])).toEqual(['Delivery', 'Corrected', 'Taken back'])
  })

  it('are none when what was taken back stays away', () => {
    expect(missingCosts([], [{ ...recorded('gone', 0, 2), shares: [] }])).toEqual([])
  })

  it('move between shipments without an amount when only the shares changed', () => {
    const moved = { ...due('moved', 8), shares: [{ shipment_id: 2, amount: 8 }] }
    expect(missingCosts([moved], [recorded('moved', 8)])).toMatchObject([
      {
        amount: 0,
        shares: [
          { shipment_id: 2, amount: 8 },
          { shipment_id: 1, amount: -8 },
        ],
      },
    ])
  })

  it('are shared out to the cent', () => {
    const shares = shareOut(
      1_00,
      [1, 2, 3].map((id) => ({ shipment_id: id, weight: 1 })),
    )
    expect(shares.map(({ amount }) => amount)).toEqual([34, 33, 33])
  })
})

describe('a statement', () => {
  const draft: Pick<PayStatement, 'id' | 'state' | 'prepared_by' | 'total'> = {
    id: 7,
    state: 'draft',
    prepared_by: 'kavitha',
    total: 100_00,
  }

  it('is approved by another person than the one who prepared it, and not below zero', () => {
    expect(mayApprove({ username: 'thandi' }, draft, 0)).toBe(true)
    expect(mayApprove({ username: 'thandi' }, draft, 2)).toMatchObject({
      message:
        'Receivers say that this driver was not there for 2 deliveries of this period. Decide those first.',
    })
    expect(mayApprove({ username: 'kavitha' }, draft, 0)).toMatchObject({
      message: 'You prepared this statement or changed it last. Another person has to approve it.',
    })
    expect(mayApprove({ username: 'thandi' }, { ...draft, total: -1 }, 0)).not.toBe(true)
    expect(mayApprove({ username: 'thandi' }, { ...draft, state: 'approved' }, 0)).toMatchObject({
      message: 'PAY000007 is approved. This is possible only while it is draft.',
    })
  })

  it('changes only as a draft and is paid only after it was approved', () => {
    const [approved, paid] = [
      { ...draft, state: 'approved' as const },
      { ...draft, state: 'paid' as const },
    ]
    expect([draft, approved, paid].map((one) => mayAdjust(one) === true)).toEqual([true, false, false])
    expect([draft, approved, paid].map((one) => mayPay(one) === true)).toEqual([false, true, false])
  })

  it('takes an amount by hand with a reason', () => {
    expect(checkAdjustment({ amount: -50_00, reason: 'Lost scanner' })).toBe(true)
    expect(checkAdjustment({ amount: 0, reason: 'x' })).toMatchObject({ fields: [{ field: 'amount' }] })
    expect(checkAdjustment({ amount: 1, reason: ' ' })).toMatchObject({ fields: [{ field: 'reason' }] })
  })

  it.each([
    ['2026-03-01', '2026-03-10', true],
    ['2026-03-11', '2026-03-10', 'to'],
    ['2026-03-01', '2026-03-11', 'to'],
    ['2026-01-08', '2026-03-10', true],
    ['2026-01-07', '2026-03-10', 'from'],
  ])('from %s to %s on 11 March is checked', (from, to, field) => {
    const result = checkPeriod({ from, to }, '2026-03-11')
    expect(result === true ? true : result.fields[0]?.field).toBe(field)
  })
})

describe('the bill of a partner', () => {
  it('is read from a file with the leg as word or label', () => {
    const text = 'Reference;Amount;Leg\nABC1;45.50;\nABC2;R 1 200.00;Line-haul\nABC3;-10;locker'
    expect(readBillLines(text)).toEqual({
      lines: [
        { reference: 'ABC1', amount: 45_50, leg: 'partner' },
        { reference: 'ABC2', amount: 1_200_00, leg: 'line-haul' },
        { reference: 'ABC3', amount: -10_00, leg: 'locker' },
      ],
      problems: [],
    })
  })

  it('names each line that cannot be read', () => {
    const { lines, problems } = readBillLines('reference,amount,leg\n,1\nA,x\nA,1,cover\nB,2')
    expect(lines).toEqual([{ reference: 'B', amount: 2_00, leg: 'partner' }])
    expect(problems.map((one) => one.slice(0, 6))).toEqual(['Line 2', 'Line 3', 'Line 4'])
    expect(readBillLines('a,b\n1,2').problems).toEqual([
      'The first line must name the columns reference and amount.',
    ])
    expect(readBillLines('reference,amount').problems).toEqual(['The file has no lines.'])
  })

  it('is checked by field', () => {
    const line = { reference: 'A', amount: 1, leg: 'partner' as const }
    expect(checkBill({ partner: 'Karoo', bill_number: '1', bill_date: '2026-03-01', lines: [line] })).toEqual(
      [],
    )
    const problems = checkBill({ partner: '', bill_number: ' ', bill_date: null, lines: [] })
    expect(problems.map(({ field }) => field)).toEqual(['partner', 'bill_number', 'bill_date', 'lines'])
    expect(
      checkBill({
        partner: 'K',
        bill_number: '1',
        bill_date: '2026-03-01',
        lines: [{ ...line, leg: 'cover' }],
      }),
    ).toMatchObject([{ field: 'lines' }])
  })
})
