import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, day, flag, instant, list, maybe, text } from '../../kit/calls/wire.ts'
import { paging } from '../../kit/lists/paging.ts'
import { damage_states, max_damage_note, ParcelDamage } from './damage.ts'

const reporting = 'API_/tracking/shipment-events:POST'

/** Endpoints for the damage register (docs/domain/hub.md#damages). */
export const damagesApi = {
  list: endpoint('GET /hub/damages', {
    input: z.object({
      id: maybe(list(count)),
      state: maybe(list(z.enum(damage_states))),
      branch_id: maybe(list(count)),
      shipment_id: maybe(count),
      interhub_transfer_id: maybe(count),
      /** First and last day on which the damage was found, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      /** Only damages with, or without, photos. */
      has_photos: maybe(flag),
      /** Part of a parcel reference, account name or note. */
      search: maybe(text(80)),
      ...paging,
    }),
    output: z.object({ damages: z.array(ParcelDamage), count: z.int() }),
    permission: 'API_/tracking/shipment-events:GET',
    summary:
      'Lists damages of parcels, newest first. Staff limited to a branch get those of that branch only.',
    published: false,
  }),
  report: endpoint('POST /hub/damages', {
    workload: 'field',
    input: z.object({
      /** Made by the device; a repeated report is stored once. */
      report_id: z.uuid(),
      parcel_reference: text(300),
      branch_id: count,
      note: text(max_damage_note, { lines: true }),
      /** Names of files that the caller has uploaded before; at least one. */
      photos: list(text(255)),
      /** Defaults to now. */
      time_found: maybe(instant),
    }),
    output: ParcelDamage,
    permission: reporting,
    summary: 'Reports a damage of a parcel, with photos. The parcel keeps its status.',
    published: false,
  }),
  resolve: endpoint('POST /hub/damages/resolve', {
    input: z.object({ id: count, resolution: text(max_damage_note, { lines: true }) }),
    output: ParcelDamage,
    permission: reporting,
    summary: 'Resolves a damage, with a text that says how.',
    published: false,
  }),
}
