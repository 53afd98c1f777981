import type { ProviderStatus } from '@waybill/domain/platform-admin/provider-rules'
import { sql, type Insertable, type Updateable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Db } from '../kit/db.ts'
import type { Tables } from '../kit/tables.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const month_ms = 30 * day_ms

export interface CompanyFilter {
  ids?: readonly number[]
  status?: ProviderStatus | undefined
  /** Text in the name or in a host name. */
  search?: string | undefined
}

/**
 * Lists companies by name, with their numbers of users, accounts and shipments of the last 30 days, and their last
 * activity.
 */
export async function listCompanies(db: Db, now: Date, { ids, status, search }: CompanyFilter) {
  let query = db
    .selectFrom('provider as p')
    .selectAll('p')
    .select((eb) => [
      eb
        .selectFrom('app_user as u')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('u.provider_id', '=', 'p.id')
        .where('u.deleted_date', 'is', null)
        .where('u.is_api_user', '=', false)
        .as('users'),
      eb
        .selectFrom('account as a')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('a.provider_id', '=', 'p.id')
        .where('a.status', '!=', 'closed')
        .where('a.account_type', '!=', 'guest')
        .as('accounts'),
      eb
        .selectFrom('shipment as s')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('s.provider_id', '=', 'p.id')
        .where('s.time_created', '>=', new Date(now.getTime() - month_ms))
        .as('shipments'),
      eb
        .selectFrom('session as i')
        .select((inner) => inner.fn.max('i.time_last_used').as('last'))
        .whereRef('i.provider_id', '=', 'p.id')
        .as('last_activity'),
    ])
  if (ids) query = query.where('p.id', '=', anyOf(ids))
  if (status) query = query.where('p.status', '=', status)
  if (search) {
    const wanted = `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(
      sql<boolean>`(lower(p.name) LIKE ${wanted} OR lower(array_to_string(p.origins, ' ')) LIKE ${wanted})`,
    )
  }
  return query.orderBy('p.name').orderBy('p.id').execute()
}
export type Company = Awaited<ReturnType<typeof listCompanies>>[number]

/**
 * Counts the shipments created and messages sent by a company since a moment, by month in South African time, and
 * sums the bytes of its files.
 */
export async function countUse(db: Db, providerId: number, since: Date) {
  const month = (column: 's.time_created' | 'm.time_sent') =>
    sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM')`
  const [shipments, messages, { bytes }] = await Promise.all([
    db
      .selectFrom('shipment as s')
      .select((eb) => [month('s.time_created').as('month'), eb.fn.countAll<number>().as('n')])
      .where('s.provider_id', '=', providerId)
      .where('s.time_created', '>=', since)
      .groupBy('month')
      .execute(),
    db
      .selectFrom('message as m')
      .select((eb) => [month('m.time_sent').as('month'), 'm.channel', eb.fn.countAll<number>().as('n')])
      .where('m.provider_id', '=', providerId)
      .where('m.status', 'in', ['sent', 'delivered'])
      .where('m.time_sent', '>=', since)
      .groupBy(['month', 'm.channel'])
      .execute(),
    db
      .selectFrom('stored_file as f')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('f.size'), sql<number>`0`).as('bytes'))
      .where('f.provider_id', '=', providerId)
      .executeTakeFirstOrThrow(),
  ])
  return { shipments, messages, storage_bytes: Number(bytes) }
}

/**
 * Locks all companies until the transaction ends, so that no other transaction assigns host names. Returns the host
 * names of each company.
 */
export async function lockOrigins(db: Db): Promise<{ id: number; name: string; origins: string[] }[]> {
  return db.selectFrom('provider').select(['id', 'name', 'origins']).orderBy('id').forUpdate().execute()
}

/** Changes a company when its stored version equals `version`; returns whether it did. */
export async function changeCompany(
  db: Db,
  id: number,
  version: number,
  changes: Updateable<Tables['provider']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns stored settings of all companies, as text. */
export async function settingsOfCompanies(db: Db, keys: readonly string[]) {
  return db
    .selectFrom('provider_setting')
    .select(['provider_id', 'key', 'value'])
    .where('key', '=', anyOf(keys))
    .execute()
}

/** Inserts a company; returns its id. */
export async function insertCompany(db: Db, company: Insertable<Tables['provider']>): Promise<number> {
  const { id } = await db.insertInto('provider').values(company).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Sets a company that was created closed to active. */
export async function openCompany(db: Db, id: number): Promise<void> {
  await db.updateTable('provider').set({ status: 'active' }).where('id', '=', id).execute()
}

/** Removes the host names of a company, so that others may use them. */
export async function freeOrigins(db: Db, id: number): Promise<void> {
  await db.updateTable('provider').set({ origins: [] }).where('id', '=', id).execute()
}
