import { addressLine, type AddressParts } from '@waybill/domain/accounts/address'
import { assetPath } from '@waybill/domain/files/assets'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { rowsOf } from '@waybill/domain/kit/lists/paging'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { ManagedPoint, pickupPointsApi } from '@waybill/domain/pickup-points/api'
import {
  mayClosePoint,
  mayRemoveDoors,
  requireOwnPoint,
  type DoorGroup,
  type OwnPointDetails,
} from '@waybill/domain/pickup-points/own-point'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { hoursText, weekHours } from '@waybill/domain/pickup-points/opening'
import { stateOf } from '@waybill/domain/pickup-points/point-state'
import { readAddresses, saveAddresses } from '../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../kit/handler.ts'
import { geocoderPort, publicHolidays } from '../maps/index.ts'
import { countCompartments, listDoors, lockDoors, saveDoors } from './door-store.ts'
import { hoursToday, photosOf } from './present-point.ts'
import { isOwnCode, insertPoint, listManagedPoints, lockPoint, updatePoint, type PointRow } from './store.ts'

/** Lists the points of all networks with stock and state, for staff. */
export const readManaged: Handler<typeof pickupPointsApi.managed> = async (ctx, input) => {
  ensure(mayEditPoints(ctx.actor))
  const { state, ...filter } = input
  const listed = await listManagedPoints(ctx, {
    ...filter,
    include_closed: input.include_closed || input.id !== undefined || state === 'closed',
  })
  const rows = state ? listed.filter((row) => stateOf(row) === state) : listed
  return { points: await presentManaged(ctx, rowsOf(rows, input)), count: rows.length }
}

async function presentManaged(ctx: Context, rows: readonly PointRow[]): Promise<ManagedPoint[]> {
  const ids = rows.map(({ id }) => id)
  const addresses = await readAddresses(
    ctx,
    rows.map(({ address_id }) => address_id),
  )
  const doors = Map.groupBy(await listDoors(ctx, ids), ({ point_id }) => point_id)
  const holidays = await publicHolidays(ctx)
  return rows.flatMap((row) => {
    const address = addresses.get(row.address_id)
    if (!address) return []
    const { provider_id: _provider, address_id: _address, time_created: _created, ...values } = row
    return {
      ...values,
      ...photosOf(ctx, row),
      ...hoursToday(ctx, row, holidays),
      address: { ...address, type: row.type },
      phone: row.phone ?? undefined,
      compartments: row.compartments as ManagedPoint['compartments'],
      distance_km: null,
      stock: stockOf(doors.get(row.id) ?? []),
    }
  })
}

type DoorRow = Awaited<ReturnType<typeof listDoors>>[number]

function stockOf(doors: readonly DoorRow[]): ManagedPoint['stock'] {
  return [...Map.groupBy(doors, ({ size }) => size)].flatMap(([size, rows]) => {
    const [first] = rows
    if (!first) return []
    const { length, width, height, weight } = first
    return {
      size,
      length,
      width,
      height,
      weight,
      doors: rows.map(({ name, is_out_of_order, held_by }) => ({
        name,
        is_out_of_order,
        is_held: held_by !== null,
      })),
    }
  })
}

const missing = () => notFound('Could not find this location.')

async function presentOne(ctx: Context, id: number): Promise<ManagedPoint> {
  const [point] = await presentManaged(ctx, await listManagedPoints(ctx, { id, include_closed: true }))
  if (!point) throw missing()
  return point
}

/** Returns the address with coordinates of the geocoder when it has none. */
export async function placed(ctx: ExternalContext, address: AddressParts): Promise<AddressParts> {
  if (address.lat !== null || addressLine(address) === '') return address
  const found = await ctx.adapter(geocoderPort).geocode(address)
  return found ? { ...address, lat: found.lat, lng: found.lng, code: address.code || found.code } : address
}

const new_point = {
  description: '',
  phone: '',
  trading_hours: '',
  holiday_hours: 'closed',
  capacity: null,
  stock: [],
  is_hidden: false,
  out_of_order_reason: '',
  photos: [],
} as const satisfies Partial<OwnPointDetails>

/** Creates a point of the own network. */
export const createPoint: ExternalHandler<typeof pickupPointsApi.create> = async (ctx, input) => {
  ensure(mayEditPoints(ctx.actor))
  const point: OwnPointDetails = {
    ...new_point,
    ...given(input),
    pickup_point_id: input.pickup_point_id,
    type: input.type,
    name: input.name,
    address: await placed(ctx, input.address),
  }
  requireOwnPoint(point)
  return ctx.answer(async (tx) => {
    await requireFreeCode(tx, point.pickup_point_id, null)
    return presentOne(tx, await insertOwnPoint(tx, point))
  })
}

/** Stores a new point of the own network with its doors and returns its id. The caller has checked it. */
export async function insertOwnPoint(ctx: Context, point: OwnPointDetails): Promise<number> {
  const id = await insertPoint(ctx, await columnsOf(ctx, point))
  await saveStock(ctx, id, point.stock)
  return id
}

type Change = Input<typeof pickupPointsApi.change>

/** Changes a point of the own network. Throws a conflict with the stored values when the version is stale. */
export const changePoint: ExternalHandler<typeof pickupPointsApi.change> = async (ctx, input) => {
  ensure(mayEditPoints(ctx.actor))
  const address = input.address && (await placed(ctx, input.address))
  return ctx.answer(async (tx) => {
    const row = await lockOwn(tx, input.id)
    const before = await presentOne(tx, row.id)
    if (row.version !== input.version)
      throw conflict(
        'Someone else changed this location in the meantime. Check their values and save again.',
        {
          ...before,
        },
      )
    const point: OwnPointDetails = { ...before, phone: before.phone ?? '', ...given({ ...input, address }) }
    requireOwnPoint(point)
    if (point.type !== row.type)
      throw invalid('A locker stays a locker: add a new location instead.', [
        { field: 'type', message: 'cannot be changed' },
      ])
    await requireFreeCode(tx, point.pickup_point_id, row.id)
    if (input.stock) {
      await requireHeldDoorsStay(tx, row.id, input.stock)
      await saveStock(tx, row.id, input.stock)
    }
    await updatePoint(tx, row.id, await columnsOf(tx, point))
    return presentOne(tx, row.id)
  })
}

/** Closes a point of the own network for good; the row stays, so that shipments of the past keep its name. */
export const closePoint: Handler<typeof pickupPointsApi.close> = async (ctx, { id }) => {
  ensure(mayEditPoints(ctx.actor))
  const row = await lockOwn(ctx, id)
  ensure(mayClosePoint(row.name, row.parcels_held))
  await updatePoint(ctx, id, { closed_date: ctx.now, is_hidden: true, status: 'offline' })
  return {}
}

async function lockOwn(ctx: Context, id: number): Promise<PointRow> {
  const row = await lockPoint(ctx, id)
  if (!row || row.closed_date !== null) throw missing()
  if (row.pickup_point_provider !== 'own')
    throw invalid('This location belongs to another network and is changed there.')
  return row
}

async function saveStock(ctx: Context, id: number, stock: readonly DoorGroup[]): Promise<void> {
  await saveDoors(ctx, id, stock)
  await countCompartments(ctx, id)
}

async function requireHeldDoorsStay(ctx: Context, id: number, stock: readonly DoorGroup[]): Promise<void> {
  const named = new Set(stock.flatMap(({ doors }) => doors.map(({ name }) => name.toLowerCase())))
  const held = (await lockDoors(ctx, id)).filter(
    ({ held_by, name }) => held_by !== null && !named.has(name.toLowerCase()),
  )
  ensure(mayRemoveDoors(held.map(({ name }) => name)))
}

async function requireFreeCode(ctx: Context, code: string, except: number | null): Promise<void> {
  if (await isOwnCode(ctx, code, except))
    throw invalid(`A location ${code} already exists. Choose another code.`, [
      { field: 'pickup_point_id', message: 'is the code of another location' },
    ])
}

async function columnsOf(ctx: Context, point: OwnPointDetails) {
  requireOwnPhotos(ctx, point.photos)
  const [addressId = 0] = await saveAddresses(ctx, [{ ...point.address, id: 0, type: point.type }])
  const { pickup_point_id, type, name, description, phone, holiday_hours } = point
  return {
    pickup_point_id,
    pickup_point_provider: 'own' as const,
    type,
    name,
    description,
    phone: phone || null,
    trading_hours: hoursText(weekHours(point.trading_hours)),
    holiday_hours,
    capacity: point.capacity,
    is_hidden: point.is_hidden,
    out_of_order_reason: point.out_of_order_reason,
    status: point.out_of_order_reason === '' ? ('online' as const) : ('offline' as const),
    photos: [...point.photos],
    address_id: addressId,
    lat: point.address.lat ?? 0,
    lng: point.address.lng ?? 0,
  }
}

/** Throws unless the photos were uploaded by this company: those of others could be deleted by them. */
function requireOwnPhotos(ctx: Context, photos: readonly string[]): void {
  if (photos.every((photo) => Number(assetPath.exec(photo)?.[1]) === ctx.provider_id)) return
  throw invalid('Upload the photos here: pictures of other companies are not shown.', [
    { field: 'photos', message: 'must be uploaded here' },
  ])
}

/** Returns the fields of a change that were sent. */
function given(input: Partial<Change>): Partial<OwnPointDetails> {
  const { id: _id, version: _version, ...fields } = input
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
