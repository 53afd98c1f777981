import { platformApi } from '@waybill/domain/platform-admin/api'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { serve, serveExternal, serveRaw } from '../kit/handler.ts'
import { readInfobip, saveInfobip } from './infobip.ts'
import { changeProvider, createProvider, readProviders, readUse } from './providers.ts'
import { addReleaseNote, readReleaseNotes } from './release-notes.ts'
import { addShortUrl, followShortUrl, redirectShortUrl, readShortUrls, removeShortUrl } from './short-urls.ts'

export { setUpProvider } from './set-up-provider.ts'
export { freeOrigins, insertCompany, openCompany } from './providers-store.ts'
export { platformPort, type Platform } from './platform-port.ts'

export const platformRoutes = [
  serve(platformApi.releaseNotes, readReleaseNotes),
  serve(platformApi.addReleaseNote, addReleaseNote),
  serveExternal(providersApi.list, readProviders),
  serveExternal(providersApi.use, readUse),
  serveExternal(providersApi.create, createProvider),
  serveExternal(providersApi.change, changeProvider),
  serveExternal(providersApi.infobip, readInfobip),
  serveExternal(providersApi.saveInfobip, saveInfobip),
  serveExternal(providersApi.shortUrls, readShortUrls),
  serveExternal(providersApi.addShortUrl, addShortUrl),
  serveExternal(providersApi.removeShortUrl, removeShortUrl),
  serveRaw(followShortUrl, redirectShortUrl, { writes: true }),
]
