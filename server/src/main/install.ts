import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { systemActor } from '@waybill/domain/kit/actor'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { starter_features } from '@waybill/domain/identity/features'
import { insertCompany, openCompany, setUpProvider } from '../platform-admin/index.ts'
import type { Context } from '../kit/handler.ts'
import { newRequestId, type Runtime } from '../kit/runtime.ts'
import { jobFacts } from '../jobs/outbox.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { inTransaction } from '../db/transaction.ts'

export interface Installed {
  provider_id: number
  guest_account_id: number
}

/** Whether the installation has at least one provider. */
export async function hasProvider(runtime: Runtime): Promise<boolean> {
  const row = await inPlatformTransaction(runtime, (db) =>
    db.selectFrom('provider').select('id').limit(1).executeTakeFirst(),
  )
  return row !== undefined
}

/** Creates a provider with its initial data. */
export async function installProvider(
  runtime: Runtime,
  about: {
    name: string
    origins?: readonly string[]
    is_default?: boolean
    settings?: Readonly<Record<string, unknown>>
    status?: 'active' | 'closed'
    allow_idm?: boolean
    allow_whatsapp?: boolean
    /** Features in addition to those of every new provider. */
    extra_features?: readonly string[]
  },
): Promise<Installed> {
  const id = await inPlatformTransaction(runtime, (db) =>
    insertCompany(db, {
      name: about.name,
      origins: [...(about.origins ?? [])],
      is_default: about.is_default ?? false,
      status: about.status ?? 'active',
      allow_idm: about.allow_idm ?? false,
      allow_whatsapp: about.allow_whatsapp ?? false,
      enabled_features: [...starter_features, ...(about.extra_features ?? [])],
      time_created: runtime.clock(),
    }),
  )
  runtime.pubsub.publish({ topic: 'provider', provider_id: id })
  const { guest_account_id } = await asSystem(runtime, id, (ctx) =>
    setUpProvider(
      ctx,
      withSealed(ctx, {
        [require_2fa_for_staff.key]: 'administrators',
        provider_title: about.name,
        invoice_company_name: about.name,
        ...about.settings,
      }),
    ),
  )
  return { provider_id: id, guest_account_id }
}

/** Returns the settings with secret values sealed, as stored. */
function withSealed(ctx: Context, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const isSecret = catalogue.get(key.toLowerCase())?.secret && value !== ''
      if (!isSecret) return [key, value]
      return [key, ctx.sealer.seal(typeof value === 'string' ? value : JSON.stringify(value))]
    }),
  )
}

/** Opens a provider that was created closed. */
export async function openProvider(runtime: Runtime, providerId: number): Promise<void> {
  await inPlatformTransaction(runtime, (db) => openCompany(db, providerId))
  // Publish in a transaction, so that the event reaches every process.
  await asSystem(runtime, providerId, (ctx) => ctx.publish({ topic: 'provider' }))
}

/** Runs `fn` in a transaction as the system actor of a provider. */
export function asSystem<Result>(
  runtime: Runtime,
  providerId: number,
  fn: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    runtime,
    { actor: systemActor(providerId), request: jobFacts(runtime, newRequestId()) },
    fn,
  )
}
