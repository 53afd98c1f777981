import { systemActor } from '@waybill/domain/kit/actor'
import { furnishProvider } from '../platform-admin/index.ts'
import type { Ctx } from '../kit/verb.ts'
import { newRequestId, type House } from './house.ts'
import { jobFacts } from './outbox.ts'
import { platformWork, work } from './work.ts'

/** Every module of the navigation; a new provider has all but the locker locations. */
const starter_features = [
  'shipments',
  'shipment_quotes',
  'address_book',
  'inbox',
  'collection_requests',
  'tracking',
  'help_centre',
  'ops_dashboard',
  'tripsheet',
  'maps',
  'hub_scanner',
  'interhub_transfers',
  'tools',
  'billing',
  'accounts',
  'users',
  'rates',
  'reports',
  'settings',
  'api_keys',
  'webhooks',
  'guest_quotes',
  'guest_shipments',
  'release_notes',
]

export interface Installed {
  provider_id: number
  guest_account_id: number
}

/** Whether the installation has a provider at all. */
export async function hasProvider(house: House): Promise<boolean> {
  const row = await platformWork(house, (db) =>
    db.selectFrom('provider').select('id').limit(1).executeTakeFirst(),
  )
  return row !== undefined
}

/** Makes a provider and everything it starts with. */
export async function installProvider(
  house: House,
  about: {
    name: string
    origins?: readonly string[]
    is_default?: boolean
    settings?: Readonly<Record<string, unknown>>
  },
): Promise<Installed> {
  const { id } = await platformWork(house, (db) =>
    db
      .insertInto('provider')
      .values({
        name: about.name,
        origins: [...(about.origins ?? [])],
        is_default: about.is_default ?? false,
        enabled_features: starter_features,
        time_created: house.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  house.news.tell({ topic: 'provider', provider_id: id })
  const { guest_account_id } = await asSystem(house, id, (ctx) =>
    furnishProvider(ctx, { provider_title: about.name, invoice_company_name: about.name, ...about.settings }),
  )
  return { provider_id: id, guest_account_id }
}

/** A work of the system itself, for one provider. */
export function asSystem<Result>(
  house: House,
  provider_id: number,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  return work(house, { actor: systemActor(provider_id), request: jobFacts(house, newRequestId()) }, fn)
}
