import { useQuery } from '@tanstack/react-query'
import { filesApi } from '@waybill/domain/files/api'
import { reading } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'

/** Milliseconds for which a signed address is used again. */
const fresh_ms = 15 * 60_000

/** The signed addresses of files stored with a shipment, by file name; empty while they are fetched. */
export function useFileLinks(names: readonly string[]): Readonly<Record<string, string>> {
  const me = useMe()
  const wanted = [...new Set(names)].slice(0, 100)
  const { data } = useQuery({
    ...reading(filesApi.download, { file_name: wanted, folder: 'shipment-images' }),
    enabled: wanted.length > 0 && mayCall(me, filesApi.download),
    staleTime: fresh_ms,
  })
  return data?.url ?? {}
}
