import { z } from 'zod'
import { AddressInput } from '../accounts/address.ts'
import { endpoint } from '../kit/endpoint.ts'
import { paging } from '../kit/paging.ts'
import { count, flag, list, maybe, text } from '../kit/wire.ts'
import { Branch, GeocodeAnswer, Place, Zone, zone_kinds } from './model.ts'

/** Branches, areas and coordinates: partner API 11.2, domain notes 17. */
export const mapsApi = {
  branches: endpoint('GET /branches', {
    input: z.object({ id: maybe(list(count)), is_active: maybe(flag), search: maybe(text(120)), ...paging }),
    output: z.object({ branches: z.array(Branch), count: z.int() }),
    summary: 'Branches of the provider.',
    published: false,
  }),
  geocode: endpoint('POST /geocode', {
    input: AddressInput,
    output: GeocodeAnswer,
    summary: 'Coordinates of an address; 404 when nothing is found.',
  }),
  zones: endpoint('GET /geofence/zones', {
    input: z.object({
      kind: maybe(z.enum(zone_kinds)),
      branch_id: maybe(count),
      is_active: maybe(flag),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ zones: z.array(Zone), count: z.int() }),
    summary: 'Areas of the published map.',
    published: false,
  }),
  places: endpoint('GET /places', {
    input: z.object({ search: text(120), limit: maybe(count) }),
    output: z.object({ places: z.array(Place) }),
    audience: 'public',
    permission: null,
    summary: 'Suburbs whose name, city or postal code begins with the text.',
    published: false,
  }),
}
