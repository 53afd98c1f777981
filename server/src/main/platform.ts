import { isPlatformAdministrator, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { freeOrigins, platformPort, type Platform } from '../platform-admin/index.ts'
import type { BaseContext } from '../kit/handler.ts'
import type { Runtime } from '../kit/runtime.ts'
import { installProvider, openProvider } from './install.ts'
import { providersOf } from '../db/providers.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { inTransaction } from '../db/transaction.ts'

function requireAdministrator({ actor }: BaseContext): void {
  if (!isPlatformAdministrator(actor)) throw forbidden('Only administrators of the platform may do this.')
}

/** Returns the system actor of a provider, acting for a user from outside that provider. */
function actingFor(by: Actor, providerId: number): Actor {
  return { ...systemActor(providerId), username: by.username, impersonated_by: by.impersonated_by }
}

/** Registers the functions that give platform administrators access to every provider of a runtime. */
export function joinPlatform(runtime: Runtime): void {
  const platform: Platform = {
    async everywhere(by, fn) {
      requireAdministrator(by)
      const { username, impersonated_by } = by.actor
      const { channel, id: requestId, client_version } = by.request
      return inPlatformTransaction(runtime, fn, {
        username,
        impersonated_by,
        channel,
        request_id: requestId,
        client_version,
      })
    },
    async inside(by, providerId, fn) {
      requireAdministrator(by)
      return inTransaction(runtime, { actor: actingFor(by.actor, providerId), request: by.request }, fn)
    },
    async found(by, { name, origins, settings }, fill) {
      requireAdministrator(by)
      const { provider_id } = await installProvider(runtime, { name, origins, settings, status: 'closed' })
      try {
        await platform.inside(by, provider_id, fill)
      } catch (error) {
        // A provider that could not be set up stays closed. Its host names are released for the next attempt.
        await inPlatformTransaction(runtime, (db) => freeOrigins(db, provider_id))
        throw error
      }
      await openProvider(runtime, provider_id)
      return provider_id
    },
    async webUrlOf(providerId) {
      return (await providersOf(runtime)).webUrlOf(providerId, runtime.web_url)
    },
  }
  runtime.adapters.set(platformPort.name, platform)
}
