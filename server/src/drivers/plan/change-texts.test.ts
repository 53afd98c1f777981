import type { PlanChange } from '@waybill/domain/drivers/plan'
import { expect, it } from 'vitest'
import { changeTexts } from './change-texts.ts'
import type { BeforeChange } from './plan-store.ts'

const shipment = (from: string, to: string): BeforeChange['moves'][number] => ({
  leg: 'delivery',
  shipment_id: 1,
  request_id: null,
  from,
  to,
})
const request = (from: string, to: string) => ({ ...shipment(from, to), shipment_id: null, request_id: 1 })
const visit = { leg: 'delivery', shipment_id: 1 } as const
const moved: PlanChange = { kind: 'move', visits: [visit], to: 'ann' }

it.each<[string, PlanChange[], BeforeChange['moves'], string[]]>([
  ['moves, per driver who had and who got them', [moved], [shipment('ben', 'ann'), shipment('', 'ann'), shipment('ben', 'ann')], ['Moved 2 shipments from BEN to ANN', 'Gave 1 shipment to ANN']], // oxfmt-ignore
  ['visits without a driver now', [moved], [shipment('ben', ''), request('ben', '')], ['Took 1 shipment and 1 collection request from BEN']], // oxfmt-ignore
  ['a move to another place of the same driver', [moved], [request('ann', 'ann')], ['Moved 1 collection request of ANN to another place']], // oxfmt-ignore
  ['nothing of a move that was rejected', [moved], [], []],
  ['orders and locks', [{ kind: 'sequence', drivers: ['ann', 'ben'] }, { kind: 'order', driver: 'ann', visits: [visit] }, { kind: 'lock', driver: 'ben' }, { kind: 'unlock', driver: 'ben', visits: [visit] }], [], ['Ordered the stops of ANN, BEN', 'Changed the order of ANN', 'Locked all stops of BEN', 'Unlocked 1 stop of BEN']], // oxfmt-ignore
])('tells %s', (_what, changes, moves, texts) => {
  expect(changeTexts(changes, moves, (username) => username.toUpperCase())).toEqual(texts)
})
