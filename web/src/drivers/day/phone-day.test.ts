import type { Stop } from '@waybill/domain/drivers/model'
import { unknownDay, type OwnDay } from '@waybill/domain/drivers/own-day'
import { describe, expect, it } from 'vitest'
import { alarmState, type AlarmState } from '../alarm/use-alarm.ts'
import type { ActionContent } from '../phone/action-content.ts'
import type { Mark } from '../stops/stop-rules.ts'
import type { DriverApp } from '../use-driver-app.ts'
import { nextStep } from './DayCard.tsx'
import { phoneDay, withChange } from './phone-day.ts'
import { carriedParcels, loadList, loadVerdict } from './vehicle-load.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 11, 6, minute))
const known = (part: Partial<OwnDay> = {}): OwnDay => ({ ...unknownDay(true), ...part })

const app = (day: OwnDay | undefined, onDuty: boolean, ...waiting: string[]) =>
  ({
    sheet: { driver: { on_duty: onDuty }, ...(day ? { day } : {}) },
    state: {
      waiting: waiting.map((type, minute) => ({
        content: { action: { type, occurred_at: at(minute) } } as ActionContent,
      })),
    },
  }) as unknown as DriverApp

describe('the day on the phone', () => {
  it.each([
    [app(undefined, true), { duty: 'on-duty', isSent: true }],
    [app(known(), true, 'deliver'), { duty: 'on-duty', isSent: true }],
    [app(known({ duty: 'on-break' }), true), { duty: 'on-break', isSent: true }],
    [app(undefined, false, 'start-day'), { duty: 'on-duty', day_started: at(0), isSent: false }],
    [app(known(), true, 'break-start'), { duty: 'on-break', duty_since: at(0), isSent: false }],
    [app(known(), true, 'break-start', 'break-end'), { duty: 'on-duty', isSent: false }],
    [app(undefined, false, 'start-day', 'start-route'), { route_started: at(1) }],
    [app(undefined, false, 'start-route'), { duty: 'off-duty', route_started: null }],
    [
      app(known({ route_started: at(0) }), true, 'end-day'),
      { duty: 'off-duty', route_started: null, day_ended: at(0) },
    ],
  ])('follows the actions that wait (%#)', (one, day) => {
    expect(phoneDay(one)).toMatchObject(day)
  })

  it('[DRV-008] offers the next day without signal the check and the route again when the last day was not ended', () => {
    const nextDay = (minute: number) => new Date(at(minute).getTime() + 22 * 3_600_000)
    const day = known({ vehicle_check: { at: at(0), failed: [] }, route_started: at(5) })
    const morning = phoneDay(app(day, true), nextDay(0))
    expect(morning && nextStep(morning, true)).toBe('vehicle-check')
    const unsent = phoneDay(app(known(), true, 'vehicle-check', 'start-route'), nextDay(0))
    expect(unsent && nextStep(unsent, true)).toBe('vehicle-check')
    const again = app(day, true, 'vehicle-check')
    for (const { content } of again.state.waiting) content.action.occurred_at = nextDay(0)
    const checked = phoneDay(again, nextDay(1))
    expect(checked && nextStep(checked, true)).toBe('start-route')
  })

  it('keeps a confirmed change until the sheet is read again, with the parcels to hand back', () => {
    const { sheet } = app(known(), true)
    if (!sheet) throw new Error('The sheet is missing.')
    const next = withChange(sheet, { type: 'end-day', at: at(5), hand_back: [] })
    expect(next).toMatchObject({ driver: { on_duty: false }, day: { day_ended: at(5), hand_back: [] } })
  })

  it.each([
    [known({ duty: 'off-duty' }), true, 'start-day'],
    [known(), true, 'vehicle-check'],
    [known(), false, 'start-route'],
    [known({ vehicle_check: { at: at(1), failed: [] } }), true, 'start-route'],
    [known({ route_started: at(2) }), true, 'break-start'],
    [known({ duty: 'on-break' }), true, 'break-end'],
  ] as const)('names the next step (%#)', (day, needsCheck, next) => {
    expect(nextStep(day, needsCheck)).toBe(next)
  })
})

describe('parcels on the vehicle', () => {
  const stop = (id: string, leg: 'collection' | 'delivery', ...statuses: string[]) =>
    ({
      stop_id: id,
      leg,
      shipments: [
        {
          shipment_id: 7,
          status: statuses[0],
          parcels: statuses.map((status, index) => ({ tracking_reference: `${id}/${index + 1}`, status })),
        },
      ],
    }) as unknown as Stop
  const mark = (stopId: string, type: string, ...references: string[]) =>
    ({
      stop_id: stopId,
      shipment_id: 7,
      type,
      state: 'waiting',
      parcel_references: references,
    }) as unknown as Mark
  const references = (list: readonly { parcel: { tracking_reference: string } }[]) =>
    list.map(({ parcel }) => parcel.tracking_reference)

  it('are counted against the sheet until each was scanned', () => {
    const stops = [stop('A', 'delivery', 'at-destination-hub', 'at-destination-hub', 'out-for-delivery')]
    const before = loadList(stops, [])
    expect([before.all, references(before.open)]).toEqual([3, ['A/1', 'A/2']])
    expect(references(loadList(stops, [mark('A', 'load', 'A/1')]).open)).toEqual(['A/2'])
    expect(loadList(stops, [mark('A', 'reject')])).toEqual({ all: 0, open: [] })
  })

  it('are loaded once: a second scan is a repeat, also after the sheet was read again', () => {
    const [waiting, collecting] = [
      stop('A', 'delivery', 'at-destination-hub', 'out-for-delivery', 'delivered', 'at-hub'),
      stop('B', 'collection', 'collected'),
    ]
    const marks = [mark('A', 'load', 'A/1'), { ...mark('A', 'load', 'A/4'), state: 'needs-you' as const }]
    const verdicts = (place: Stop, own: Mark[]) =>
      place.shipments.flatMap((shipment) =>
        shipment.parcels.map((parcel) => loadVerdict({ stop: place, shipment, parcel }, own)),
      )
    expect(verdicts(waiting, [])).toEqual(['load', 'loaded', 'nothing', 'load'])
    expect(verdicts(waiting, marks)).toEqual(['loaded', 'loaded', 'nothing', 'load'])
    expect(verdicts(collecting, [])).toEqual(['nothing'])
    expect(verdicts(waiting, [mark('A', 'delivery-failed', 'A/2')])[1]).toBe('nothing')
  })

  it('are handed back when they were collected, or loaded and not delivered', () => {
    const stops = [
      stop('A', 'delivery', 'out-for-delivery', 'at-destination-hub'),
      stop('B', 'delivery', 'out-for-delivery'),
      stop('C', 'collection', 'collection-assigned'),
      stop('D', 'delivery', 'delivery-failed-attempt'),
    ]
    const marks = [mark('B', 'deliver'), mark('C', 'collect'), mark('A', 'delivery-exception')]
    expect(references(carriedParcels(stops, marks))).toEqual(['A/1', 'D/1', 'C/1'])
    expect(references(carriedParcels(stops, [mark('A', 'load', 'A/2')]))).toContain('A/2')
  })
})

describe('state of an alarm', () => {
  const item = (tries: number, refusal: string | null = null) => ({ tries, refusal }) as never
  const queue = (waiting: never[], refused: never[] = []) => ({ waiting, refused, isOffline: false })
  const nothing = { confirmed_at: null, failure: null }
  it.each<[AlarmState['kind'], AlarmState]>([
    ['none', alarmState(queue([]), nothing)],
    ['sending', alarmState(queue([item(0)]), nothing)],
    ['waiting', alarmState(queue([item(1)]), { confirmed_at: at(0), failure: null })],
    ['confirmed', alarmState(queue([]), { confirmed_at: at(0), failure: null })],
    ['failed', alarmState(queue([], [item(1, 'You may not.')]), nothing)],
    ['failed', alarmState(queue([]), { confirmed_at: null, failure: 'No storage.' })],
  ])('is %s', (kind, state) => {
    expect(state.kind).toBe(kind)
  })
})
