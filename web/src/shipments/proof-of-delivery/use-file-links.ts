import { useQueries } from '@tanstack/react-query'
import { filesApi, max_addresses } from '@waybill/domain/files/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'

/** Time for which a signed URL is reused, in ms. */
const fresh_ms = 15 * 60_000

/** Returns the signed URLs of files of a shipment by file name; empty while loading. */
export function useFileLinks(names: readonly string[]): Readonly<Record<string, string>> {
  const me = useMe()
  const wanted = [...new Set(names)]
  const calls = Math.ceil(wanted.length / max_addresses)
  return useQueries({
    queries: Array.from({ length: calls }, (_, at) => ({
      ...endpointQuery(filesApi.download, {
        file_name: wanted.slice(at * max_addresses, (at + 1) * max_addresses),
        folder: 'shipment-images',
      }),
      enabled: mayCall(me, filesApi.download),
      staleTime: fresh_ms,
    })),
    combine: joined,
  })
}

function joined(answers: readonly { data: { url: Record<string, string> } | undefined }[]) {
  return Object.assign({}, ...answers.map(({ data }) => data?.url)) as Record<string, string>
}
