import { image_types, isImageType } from '@waybill/domain/kit/texts/format'

/**
 * The visually hidden input of a button that accepts one picture. Accepts only the image types that can be uploaded,
 * even if the browser offers others (FMT-028). Must be placed inside a label.
 */
export function ImageInput({
  id,
  camera = false,
  onImage,
  onRejected,
}: {
  id?: string | undefined
  /** Opens the camera of a phone instead of its gallery. */
  camera?: boolean
  onImage: (file: File) => void
  onRejected: (sentence: string) => void
}) {
  return (
    <input
      id={id}
      type="file"
      accept={image_types.join(',')}
      {...(camera ? { capture: 'environment' as const } : {})}
      className="only-heard"
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (!file) return
        if (isImageType(file.type)) onImage(file)
        else onRejected('This picture cannot be sent. Use a JPEG or PNG.')
      }}
    />
  )
}
