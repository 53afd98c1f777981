import { IconDownload, IconFileText } from '../kit/icons/icons.ts'
import type { AttachedFile } from '@waybill/domain/files/model'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import styles from './attached.module.css'

/** Lists attached files with name and size. A picture has a thumbnail that opens it; every file can be downloaded. */
export function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map(({ file_name, display_name, content_type, file_size, url }) => (
        <li className={styles.filesItem} key={file_name}>
          <a className={styles.open} href={url} target="_blank" rel="noopener">
            {content_type.startsWith('image/') ? (
              <img className={styles.thumb} src={url} alt="" loading="lazy" />
            ) : (
              <span className={styles.thumb}>
                <Icon of={IconFileText} size={20} />
              </span>
            )}
            <span className={styles.name}>
              {display_name}
              <small className={styles.nameSmall}>{formatBytes(file_size)}</small>
            </span>
          </a>
          <a
            className={styles.save}
            href={url}
            download={display_name}
            aria-label={`Download ${display_name}`}
          >
            <Icon of={IconDownload} size={16} />
          </a>
        </li>
      ))}
    </ul>
  )
}
