import { useQuery } from '@tanstack/react-query'
import { cashApi } from '@waybill/domain/cash/api'
import type { HolderKind } from '@waybill/domain/cash/cash-up'
import { endpointQuery } from '../kit/api/index.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { CountForm } from './CountForm.tsx'

/** The dialog in which staff count the cash of a driver or till. */
export function CountDialog({
  kind,
  username,
  name,
  onClose,
}: {
  kind: HolderKind
  username: string
  name: string
  onClose: () => void
}) {
  const query = useQuery(endpointQuery(cashApi.drawer, { kind, username }))
  return (
    <Modal title={`Count the cash of ${name}`} onClose={onClose}>
      {query.data?.drawer ? (
        <CountForm drawer={query.data.drawer} onDone={onClose} onCancel={onClose} />
      ) : query.isError ? (
        <RegionError thrown={query.error} what="The cash" onRetry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}
