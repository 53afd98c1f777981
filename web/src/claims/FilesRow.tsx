import type { ClaimFile } from '@waybill/domain/claims/model'
import styles from './files-row.module.css'

/** Lists the files of a claim: images as thumbnails, documents by name. Each opens in a new tab. */
export function FilesRow({ files }: { files: readonly ClaimFile[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <a className={styles.filesLink} key={file.file_name} href={file.url} target="_blank" rel="noopener">
          {file.type === 'image' ? (
            <img className={styles.filesImage} src={file.url} alt={file.display_name} loading="lazy" />
          ) : (
            <span className={styles.file}>{file.display_name}</span>
          )}
        </a>
      ))}
    </div>
  )
}
