import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { fileTitle } from './file-texts.ts'
import styles from './file-preview.module.css'

/** A picture in full width. Other files are never displayed in a page, only downloaded. */
export function FilePreview({ file, onClose }: { file: ListedShipmentFile; onClose: () => void }) {
  const title = fileTitle(file)
  return (
    <Modal
      title={title}
      width="wide"
      onClose={onClose}
      footer={
        <a href={file.url} download={title}>
          Download
        </a>
      }
    >
      <img className={styles.picture} src={file.url} alt={title} />
    </Modal>
  )
}
