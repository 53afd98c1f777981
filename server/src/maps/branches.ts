import { addressLine, type AddressParts } from '@waybill/domain/accounts/address'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { rowsOf } from '@waybill/domain/kit/lists/paging'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { mapsApi } from '@waybill/domain/maps/api'
import {
  requireBranch,
  mayEditBranch,
  mayRemoveBranch,
  type BranchDetails,
} from '@waybill/domain/maps/branch-rules'
import { branchRemoved } from '@waybill/domain/maps/events'
import type { Branch } from '@waybill/domain/maps/model'
import { usersByBranch } from '../identity/index.ts'
import { readAddresses, saveAddresses } from '../accounts/index.ts'
import { sortColumn } from '../kit/sort-columns.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../kit/handler.ts'
import { geocoderPort } from './addresses/geocoder-port.ts'
import {
  branchUse,
  changeBranchRow,
  insertBranch,
  listBranchAreas,
  listBranches,
  lockBranch,
  type BranchRow,
} from './store.ts'

const byId = ({ id }: BranchRow): string | number => id
const orders: Readonly<Record<string, (branch: BranchRow) => string | number>> = {
  id: byId,
  name: ({ name }) => name.toLowerCase(),
  public_name: ({ public_name }) => public_name.toLowerCase(),
}

/** Lists the branches that the caller may see. Staff limited to a branch see only theirs (PERM-050, ACC-024, ACC-026). */
export const readBranches: Handler<typeof mapsApi.branches> = async (ctx, input) => {
  const own = branchLimit(ctx.actor)
  const part = input.search?.toLowerCase() ?? ''
  const keyOf = sortColumn(orders, input.order_by, byId)
  const rows = (await listBranches(ctx)).filter(
    (row) =>
      row.deleted_date === null &&
      (own === null || row.id === own) &&
      (!input.id?.length || input.id.includes(row.id)) &&
      (input.is_active === undefined || row.is_active === input.is_active) &&
      `${row.name} ${row.public_name}`.toLowerCase().includes(part),
  )
  rows.sort((one, other) => (keyOf(one) > keyOf(other) ? 1 : -1))
  if (input.order?.toLowerCase() === 'desc') rows.reverse()
  return { branches: await presentBranches(ctx, rowsOf(rows, input)), count: rows.length }
}

async function presentBranches(ctx: Context, rows: readonly BranchRow[]): Promise<Branch[]> {
  const addresses = await readAddresses(
    ctx,
    rows.flatMap(({ address_id }) => address_id ?? []),
  )
  const users = isOffice(ctx.actor) ? await usersByBranch(ctx) : null
  return rows.map(({ address_id, deleted_date: _live, ...row }) => ({
    ...row,
    code: row.name,
    address: (address_id !== null && addresses.get(address_id)) || null,
    user_count: users && (users.get(row.id) ?? 0),
  }))
}

async function presentBranch(ctx: Context, id: number): Promise<Branch> {
  const [branch] = (await readBranches(ctx, { id: [id] })).branches
  if (!branch) throw missing()
  return branch
}

const missing = () => notFound('Could not find this branch.')

/** Returns the active areas of one branch, for display. They are changed in the map editor. */
export const readBranchAreas: Handler<typeof mapsApi.branchAreas> = async (ctx, { id }) => {
  await presentBranch(ctx, id)
  return { areas: await listBranchAreas(ctx, id) }
}

/**
 * Adds geocoded coordinates, and a missing province and postal code, to an address. Returns the address unchanged
 * when it is empty, already has coordinates, or cannot be found.
 */
async function placed(ctx: ExternalContext, address: AddressParts): Promise<AddressParts> {
  if (address.lat !== null || addressLine(address) === '') return address
  const found = await ctx.adapter(geocoderPort).geocode(address)
  return found
    ? {
        ...address,
        lat: found.lat,
        lng: found.lng,
        zone: address.zone || found.zone,
        code: address.code || found.code,
      }
    : address
}

/** Creates a branch (ACC-026). */
export const createBranch: ExternalHandler<typeof mapsApi.createBranch> = async (ctx, input) => {
  ensure(mayEditBranch(ctx.actor, null))
  const branch: BranchDetails = {
    name: input.name,
    public_name: input.public_name,
    address: input.address,
    contact_name: input.contact_name ?? '',
    phone: input.phone ?? '',
    email: input.email ?? '',
    bays: baysOf(input.bays ?? []),
    working_hours: input.working_hours ?? null,
    is_active: input.is_active ?? true,
  }
  requireBranch(branch)
  const address = await placed(ctx, input.address)
  return ctx.answer(async (tx) => {
    await requireFreeName(tx, branch.name, null)
    const [addressId = null] = await saveAddresses(tx, [address])
    const { address: _address, ...values } = branch
    const id = await insertBranch(tx, {
      ...values,
      address_id: addressId,
      lat: address.lat,
      lng: address.lng,
    })
    await tx.publish({ topic: 'settings' })
    return presentBranch(tx, id)
  })
}

const baysOf = (bays: readonly string[]): string[] => bays.filter((bay) => bay !== '')

async function requireFreeName(ctx: Context, name: string, except: number | null): Promise<void> {
  const other = (await listBranches(ctx)).find(
    (row) => row.deleted_date === null && row.id !== except && row.name.toLowerCase() === name.toLowerCase(),
  )
  if (other)
    throw invalid(`A branch ${other.name} already exists. Choose another code.`, [
      { field: 'name', message: 'is the code of another branch' },
    ])
}

type Change = Input<typeof mapsApi.changeBranch>

/** Changes a branch. Throws a conflict with the stored values when the version is stale. */
export const changeBranch: ExternalHandler<typeof mapsApi.changeBranch> = async (ctx, input) => {
  ensure(mayEditBranch(ctx.actor, input.id))
  const address = input.address && (await placed(ctx, input.address))
  return ctx.answer(async (tx) => {
    const row = await lockBranch(tx, input.id)
    if (!row) throw missing()
    const before = await presentBranch(tx, row.id)
    const changes = changesOf(input, address)
    requireBranch({ ...before, ...changes })
    if (changes.name !== undefined) await requireFreeName(tx, changes.name, row.id)
    const { address: moved, ...values } = changes
    const place = moved && {
      address_id: (await saveAddresses(tx, [moved]))[0] ?? null,
      lat: moved.lat,
      lng: moved.lng,
    }
    if (!(await changeBranchRow(tx, row.id, input.version, { ...values, ...place })))
      throw conflict('Someone else changed this branch in the meantime. Check their values and save again.', {
        ...before,
      })
    await tx.publish({ topic: 'settings' })
    return presentBranch(tx, row.id)
  })
}

function changesOf({ bays, ...input }: Change, address: AddressParts | undefined): Partial<BranchDetails> {
  const { id: _id, version: _version, address: _typed, ...sent } = input
  const named = Object.entries({ ...sent, address, bays: bays && baysOf(bays) })
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

/**
 * Removes a branch that nothing uses any more. The row is marked as deleted, so that shipments of the past keep the
 * branch name.
 */
export const removeBranch: Handler<typeof mapsApi.removeBranch> = async (ctx, { id }) => {
  ensure(mayEditBranch(ctx.actor, null))
  const row = await lockBranch(ctx, id)
  if (!row) throw missing()
  ensure(mayRemoveBranch(row.name, await branchUse(ctx, id)))
  await ctx.emit(branchRemoved, { branch_id: id, name: row.name })
  await changeBranchRow(ctx, id, row.version, { is_active: false, deleted_date: ctx.now })
  await ctx.publish({ topic: 'settings' })
  return {}
}
