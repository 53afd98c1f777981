import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show, cleanUp } from '../kit/sample-page.tsx'
import { PasscodeInput } from './second-factor/PasscodeInput.tsx'

afterEach(cleanUp)

function Typed({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('')
  return <PasscodeInput value={code} onChange={setCode} onComplete={onComplete} hasError={false} />
}

it('takes the digits of the code from inserted text and completes once', async () => {
  const complete: string[] = []
  await show(<Typed onComplete={(code) => complete.push(code)} />)
  const input = page.getByLabelText('Code from your app, 6 digits')
  await expect.element(input).toHaveFocus()
  document.execCommand('insertText', false, 'Code: 104 705')
  await expect.element(input).toHaveValue('104705')
  expect(complete).toEqual(['104705'])
})
