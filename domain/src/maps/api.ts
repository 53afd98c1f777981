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
    summary: 'Branches of the provider; for staff limited to a branch only theirs.',
    published: false,
  }),
  branchAreas: endpoint('GET /branches/areas', {
    input: z.object({ id: count }),
    output: z.object({ areas: z.array(BranchArea) }),
    permission: 'API_/branches:GET',
    audience: 'session',
    summary: 'The areas of the published map whose parcels go to a branch.',
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
    summary: 'Changes a branch; a stale version is answered with what is stored now.',
    published: false,
  }),
  removeBranch: endpoint('DELETE /branches', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Removes a branch that nothing uses any more; shipments of the past keep its name.',
    published: false,
  }),
  geocode: endpoint('POST /geocode', {
    input: AddressInput,
    output: GeocodeAnswer,
    summary: 'Coordinates of an address; 404 when nothing is found.',
  }),
  places: endpoint('GET /places', {
    input: z.object({ search: text(120), limit: maybe(count), session: session.optional() }),
    output: z.object({ places: z.array(OfferedPlace) }),
    audience: 'public',
    permission: null,
    summary:
      'Places that match typed text: from Google Maps when the company has a key and a session is given, otherwise suburbs whose name, city or postal code starts with it.',
    published: false,
  }),
  placeDetails: endpoint('GET /places/details', {
    input: z.object({ place_id: text(300), session }),
    output: z.object({ address: FoundAddress }),
    audience: 'public',
    permission: null,
    summary: 'The address of a place of Google Maps; ends the typing session.',
    published: false,
  }),
}
