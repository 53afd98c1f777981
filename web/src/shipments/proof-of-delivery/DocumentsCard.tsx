import type { ShipmentFile } from '@waybill/domain/shipments/model'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import styles from '../detail.module.css'
import { useFileLinks } from './use-file-links.ts'
import { isPicture } from '../statuses/Timeline.tsx'

/** The files of a shipment that are not pictures; renders nothing if there are none. */
export function DocumentsCard({ files }: { files: readonly ShipmentFile[] }) {
  const documents = files.filter((file) => !isPicture(file))
  const links = useFileLinks(documents.map((file) => file.file_name))
  if (documents.length === 0) return null
  return (
    <Card title="Documents" note={documents.length}>
      <div className={styles.lines}>
        {documents.map((file) => {
          const name = file.display_name || file.file_name
          const link = links[file.file_name]
          return (
            <div key={file.id} className={styles.line}>
              {link ? (
                <a href={link} target="_blank" rel="noopener">
                  {name}
                </a>
              ) : (
                <span>{name}</span>
              )}
              <span className={styles.quiet}>{file.type.toUpperCase()}</span>
            </div>
          )
        })}
      </div>
    </Card>
  )
}
