import path from 'node:path'
import { fileStorePort, localFileStore } from '../files/index.ts'
import { geocoderPort } from '../maps/index.ts'
import { embeddedGeocoder, nominatimGeocoder } from '../maps/gazetteer/index.ts'

/** The adapters behind the ports, by configuration; each has a local stand-in, so that everything works offline. */
export interface Partners {
  adapters: Map<string, unknown>
  /** Addresses of stand-ins a person may open. */
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

export async function choosePartners(about: { data_dir: string; host: string }): Promise<Partners> {
  const adapters = new Map<string, unknown>()
  const embedded = embeddedGeocoder()
  const { NOMINATIM_URL } = process.env
  adapters.set(
    geocoderPort.name,
    NOMINATIM_URL
      ? nominatimGeocoder({ base_url: NOMINATIM_URL, timeout_ms: 5_000, fallback: embedded })
      : embedded,
  )
  adapters.set(fileStorePort.name, localFileStore(path.join(about.data_dir, 'files')))
  return { adapters, addresses: [], close: async () => undefined }
}
