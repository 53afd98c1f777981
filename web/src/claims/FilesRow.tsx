import type { ClaimFile } from '@waybill/domain/claims/model'
import styles from './files-row.module.css'

/** Files of a claim: pictures small, documents by name; each opens in a tab of its own. */
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
