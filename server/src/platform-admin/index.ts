import { platformApi } from '@waybill/domain/platform-admin/api'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { serve, servePartner, serveRaw } from '../kit/verb.ts'
import { readInfobip, saveInfobip } from './infobip.ts'
import { changeProvider, createProvider, readProviders, readUse } from './providers.ts'
import { addReleaseNote, readReleaseNotes } from './release-notes.ts'
import { addShortUrl, followShortUrl, giveTarget, readShortUrls, removeShortUrl } from './short-urls.ts'

export { furnishProvider } from './furnish-provider.ts'
export { platformPort, type Platform } from './platform-port.ts'

export const platformRoutes = [
  serve(platformApi.releaseNotes, readReleaseNotes),
  serve(platformApi.addReleaseNote, addReleaseNote),
  servePartner(providersApi.list, readProviders),
  servePartner(providersApi.use, readUse),
  servePartner(providersApi.create, createProvider),
  servePartner(providersApi.change, changeProvider),
  servePartner(providersApi.infobip, readInfobip),
  servePartner(providersApi.saveInfobip, saveInfobip),
  servePartner(providersApi.shortUrls, readShortUrls),
  servePartner(providersApi.addShortUrl, addShortUrl),
  servePartner(providersApi.removeShortUrl, removeShortUrl),
  serveRaw(followShortUrl, giveTarget),
]
