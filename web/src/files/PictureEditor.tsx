import { filesApi } from '@waybill/domain/files/api'
import { IconUpload } from '../kit/icons/icons.ts'
import { useState } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { putFile } from '../kit/api/put-file.ts'
import { useChange } from '../kit/api/use-change.ts'
import { ImageInput } from '../kit/form/ImageInput.tsx'
import { Button, buttonClass } from '../kit/ui/buttons/Button.tsx'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { CropModal } from './CropModal.tsx'
import type { frame_sizes } from './crop.ts'
import styles from './picture.module.css'

const folder = 'provider-assets'

/** Uploads a picture. Returns its permanent URL for the setting. */
async function upload(picture: Blob): Promise<string> {
  const { url, file_name } = await call(filesApi.upload, { file_name: 'picture.png', folder })
  await putFile(url, picture, 'The picture')
  const stored = await call(filesApi.confirm, { file_name, folder })
  return stored.url
}

/** Displays the current picture and replaces it with a new one, which is cropped before the upload. */
export function PictureEditor({
  id,
  shape,
  label,
  value,
  onChange,
  off = false,
  error,
}: {
  /** Id of the input, for an external label. */
  id?: string
  /** Shape of the crop frame. */
  shape: keyof typeof frame_sizes
  /** Name of the picture for screen readers. */
  label: string
  /** URL of the picture; `''` for none. */
  value: string
  onChange: (address: string) => void
  /** Read-only. */
  off?: boolean
  error?: string | undefined
}) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const send = useChange<string, Blob>({
    act: upload,
    done: (url) => {
      setChosen(null)
      onChange(url)
    },
  })
  const problem = rejected ?? error
  return (
    <div className={styles.stack}>
      <span className={styles.image}>
        {value !== '' && (
          <span className={styles.picture} data-shape={shape}>
            <img className={styles.pictureImage} src={value} alt={`${label} in use`} />
          </span>
        )}
        {!off && (
          <>
            <label className={buttonClass({ size: 'sm' })}>
              <Icon of={IconUpload} size={16} />
              {value === '' ? 'Choose picture' : 'Replace'}
              <span className="only-heard">{` for ${label.toLowerCase()}`}</span>
              <ImageInput
                id={id}
                onImage={(file) => {
                  setRejected(null)
                  setChosen(file)
                }}
                onRejected={setRejected}
              />
            </label>
            {value !== '' && (
              <Button size="sm" variant="ghost" onClick={() => onChange('')}>
                Remove
              </Button>
            )}
          </>
        )}
      </span>
      {problem && (
        <span className={styles.error} role="alert">
          {problem}
        </span>
      )}
      {chosen && (
        <CropModal
          title={label}
          file={chosen}
          shape={shape}
          busy={send.isPending}
          error={send.error ? sentenceOf(send.error) : null}
          onClose={() => {
            setChosen(null)
            send.reset()
          }}
          onUnreadable={() => {
            setChosen(null)
            setRejected('This picture could not be read. Save it as PNG or JPEG and choose it again.')
          }}
          onDone={send.mutate}
        />
      )}
    </div>
  )
}
