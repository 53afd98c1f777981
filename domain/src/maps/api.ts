import { z } from 'zod'
import { AddressInput } from '../accounts/address.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { phone } from '../kit/contacts/phone.ts'
import { WeekHours } from '../kit/dates/week-hours.ts'
import { count, flag, list, maybe, text } from '../kit/calls/wire.ts'
import { Branch, BranchArea, FoundAddress, GeocodeAnswer, OfferedPlace } from './model.ts'

/** The fields of a branch that a request can create or change. */
const branch_fields = {
  name: text(40),
  public_name: text(120),
  address: AddressInput,
  contact_name: text(255).optional(),
  phone: phone.optional(),
  email: text(254).optional(),
  bays: list(text(40)).optional(),
  /** `null`: the branch uses the company's opening hours. */
  working_hours: WeekHours.nullish(),
  is_active: maybe(flag),
}

/** UUID of a typing session: the searches until a place is chosen. Google bills a session as one unit. */
const session = z.uuid()

/**
 * API of branches, branch areas, geocoding and address search: docs/domain/public-api.md#geocode,
 * docs/domain/maps.md.
 */
export const mapsApi = {
  branches: endpoint('GET /branches', {
    input: z.object({ id: maybe(list(count)), is_active: maybe(flag), search: maybe(text(120)), ...paging }),
    output: z.object({ branches: z.array(Branch), count: z.int() }),
    workload: 'interactive',
    summary: 'Lists branches of the company. Staff limited to a branch get that branch only.',
    published: false,
  }),
  branchAreas: endpoint('GET /branches/areas', {
    input: z.object({ id: count }),
    output: z.object({ areas: z.array(BranchArea) }),
    permission: 'API_/branches:GET',
    audience: 'session',
    summary: 'Lists the areas of the published map whose parcels go to a branch.',
    published: false,
  }),
  createBranch: endpoint('POST /branches', {
    body: 'many',
    input: z.object(branch_fields),
    output: Branch,
    audience: 'session',
    summary: 'Creates a branch.',
    published: false,
  }),
  changeBranch: endpoint('PATCH /branches', {
    body: 'many',
    input: z
      .object({ id: count, version: count, ...branch_fields })
      .partial()
      .required({ id: true, version: true }),
    output: Branch,
    audience: 'session',
    summary: 'Updates a branch. An outdated version returns 409 with the stored values.',
    published: false,
  }),
  removeBranch: endpoint('DELETE /branches', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Deletes a branch that is no longer in use. Past shipments retain its name.',
    published: false,
  }),
  geocode: endpoint('POST /geocode', {
    input: AddressInput,
    output: GeocodeAnswer,
    summary: 'Returns the coordinates of an address; 404 if none are found.',
  }),
  places: endpoint('GET /places', {
    input: z.object({ search: text(120), limit: maybe(count), session: session.optional() }),
    output: z.object({ places: z.array(OfferedPlace) }),
    audience: 'public',
    permission: null,
    summary:
      'Lists places that match typed text: from Google Maps if the company has a key and the request specifies a session, otherwise suburbs whose name, city or postal code starts with the text.',
    published: false,
  }),
  placeDetails: endpoint('GET /places/details', {
    input: z.object({ place_id: text(300), session }),
    output: z.object({ address: FoundAddress }),
    audience: 'public',
    permission: null,
    summary: 'Returns the address of a Google Maps place and ends the search session.',
    published: false,
  }),
}
