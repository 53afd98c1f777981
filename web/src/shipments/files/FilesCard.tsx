import { useQuery } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { AddFiles } from './AddFiles.tsx'
import { FilePreview } from './FilePreview.tsx'
import { FileRow } from './FileRow.tsx'
import { fileTitle } from './file-texts.ts'
import styles from './files-card.module.css'

/**
 * The files of a shipment that the user may read: those attached to it, and those of its notes and events. Files can
 * be added by dropping them here; renders nothing for users who may not read files.
 */
export function FilesCard({
  shipment_id,
  people,
}: {
  shipment_id: number
  people: ReadonlyMap<string, string>
}) {
  const me = useMe()
  const mayRead = mayCall(me, shipmentsApi.files)
  const query = useQuery({ ...endpointQuery(shipmentsApi.files, { shipment_id }), enabled: mayRead })
  const [opened, setOpened] = useState<ListedShipmentFile | null>(null)
  const change = useEndpointMutation(shipmentsApi.changeFile, { refresh: [shipmentsApi.files] })
  const restore = useEndpointMutation(shipmentsApi.restoreFile, { refresh: [shipmentsApi.files] })
  const files = query.data?.shipment_files ?? []
  const remove = useEndpointMutation(shipmentsApi.removeFile, {
    refresh: [shipmentsApi.files],
    done: (_, { id }) => {
      const file = files.find((one) => one.id === id)
      if (file) toast.success(`${fileTitle(file)} removed`, { undo: () => restore.mutate({ id }) })
    },
  })
  if (!mayRead) return null
  return (
    <Card title="Files" note={files.length > 0 ? files.length : undefined} flush ruled={false}>
      {query.isPending && <Loading lines={2} />}
      {query.error && (
        <RegionError thrown={query.error} what="The files" onRetry={() => void query.refetch()} />
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Files of the shipment">
          {files.map((file) => (
            <FileRow
              key={file.file_name}
              file={file}
              people={people}
              onPreview={() => setOpened(file)}
              onVisibility={(id, visibility) => change.mutate({ id, visibility })}
              onRemove={(id) => remove.mutate({ id })}
            />
          ))}
        </ul>
      )}
      {mayCall(me, shipmentsApi.addFiles) ? (
        <AddFiles shipment_id={shipment_id} />
      ) : (
        query.data && files.length === 0 && <p className={styles.none}>No files yet.</p>
      )}
      {opened && <FilePreview file={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}
