import { IconCamera } from '../../kit/icons/icons.ts'
import { dispute_folder } from '@waybill/domain/shipments/discrepancies/discrepancy'
import { useRef, useState } from 'react'
import { uploadFile } from '../../files/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'

/** Takes a photo of the parcel on the scale with the camera, or a file where there is none, and uploads it. */
export function ScalePhoto({
  count = 0,
  size,
  onTaken,
}: {
  /** Photos taken so far. */
  count?: number
  size?: 'xs'
  /** Receives the name of the uploaded photo. */
  onTaken: (fileName: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const send = async (file: File): Promise<void> => {
    setSending(true)
    try {
      const { file_name } = await uploadFile(file, dispute_folder)
      onTaken(file_name)
    } catch (thrown) {
      showError(thrown, 'The photo was not sent')
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Photo of the parcel on the scale"
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <Button
        icon={IconCamera}
        busy={isSending}
        {...(size && { size })}
        onClick={() => input.current?.click()}
      >
        {count === 0 ? 'Photo on the scale' : `Photos on the scale (${count})`}
      </Button>
    </>
  )
}
