import styles from './file-field.module.css'

/** Field for choosing one file from the device. */
export function FileField({
  label,
  hideLabel = false,
  accept,
  isCleared = false,
  onChoose,
}: {
  label: string
  hideLabel?: boolean
  /** File types, as in the HTML attribute. */
  accept: string
  /** Shows no file after the choice, so that the same file can be chosen again. */
  isCleared?: boolean
  onChoose: (file: File) => void
}) {
  return (
    <label className={styles.file}>
      <span className={hideLabel ? 'only-heard' : styles.fileLabel}>{label}</span>
      <input
        className={styles.fileInput}
        type="file"
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (isCleared) event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
