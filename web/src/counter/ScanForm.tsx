import { IconCamera } from '../kit/icons/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { hasCamera } from '../kit/scan/camera-scanning.ts'
import { useScan } from '../kit/scan/use-scan.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'

const CameraScanner = lazy(() => import('../kit/scan/CameraScanner.tsx'))

/**
 * The field for what is scanned or typed at a counter. A hardware scanner works wherever the focus is; Enter sends what
 * was typed; the camera reads labels too.
 */
export function ScanForm({
  label,
  hint,
  submit,
  onCode,
}: {
  label: string
  hint: string
  submit: string
  onCode: (raw: string) => void
}) {
  const [text, setText] = useState('')
  const [isCamera, setCamera] = useState(false)
  useScan((_, raw) => onCode(raw))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        setText('')
        onCode(text)
      }}
    >
      <Stack>
        {isCamera && (
          <Suspense fallback={null}>
            <CameraScanner onCode={onCode} onClose={() => setCamera(false)} />
          </Suspense>
        )}
        <TextField
          {...standaloneField('reference', text, setText)}
          label={label}
          hint={hint}
          size="large"
          mono
          autoFocus
          takesScans="page"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
        <Row>
          <Button type="submit" variant="primary">
            {submit}
          </Button>
          {hasCamera() && !isCamera && (
            <Button icon={IconCamera} onClick={() => setCamera(true)}>
              Camera
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  )
}
