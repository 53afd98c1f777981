import { isPlatformAdministrator, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { platformPort, type Platform } from '../platform-admin/index.ts'
import type { Reader } from '../kit/verb.ts'
import type { House } from './house.ts'
import { installProvider, openProvider } from './install.ts'
import { providersOf } from './providers.ts'
import { platformWork, work } from './work.ts'

function demandAdministrator({ actor }: Reader): void {
  if (!isPlatformAdministrator(actor)) throw forbidden('Only administrators of the platform may do this.')
}

/** The system of a company, acting for somebody from outside it. */
function actingFor(by: Actor, provider_id: number): Actor {
  return { ...systemActor(provider_id), username: by.username, impersonated_by: by.impersonated_by }
}

/** Lets the platform's administrators into every company of a house. */
export function joinPlatform(house: House): void {
  const platform: Platform = {
    async everywhere(by, fn) {
      demandAdministrator(by)
      const { username, impersonated_by } = by.actor
      const { channel, id: request_id, client_version } = by.request
      return platformWork(house, fn, { username, impersonated_by, channel, request_id, client_version })
    },
    async inside(by, provider_id, fn) {
      demandAdministrator(by)
      return work(house, { actor: actingFor(by.actor, provider_id), request: by.request }, fn)
    },
    async found(by, { name, origins, settings }, fill) {
      demandAdministrator(by)
      const { provider_id } = await installProvider(house, { name, origins, settings, status: 'closed' })
      try {
        await platform.inside(by, provider_id, fill)
      } catch (error) {
        // What could not be filled stays closed; its host names are free for the next try.
        await platformWork(house, (db) =>
          db.updateTable('provider').set({ origins: [] }).where('id', '=', provider_id).execute(),
        )
        throw error
      }
      await openProvider(house, provider_id)
      return provider_id
    },
    async webUrlOf(provider_id) {
      return (await providersOf(house)).webUrlOf(provider_id, house.web_url)
    },
  }
  house.partners.set(platformPort.name, platform)
}
