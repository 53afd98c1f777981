import type { ReactNode, SubmitEvent } from 'react'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import styles from '../sign-in.module.css'

/**
 * Form for one sign-in step. Displays the result of the last attempt above its fields, and screen readers announce
 * it.
 */
export function SignInStepForm({
  message,
  variant = 'error',
  onSubmit,
  children,
}: {
  message: string | null
  variant?: 'error' | 'success' | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message && (
        <Notice variant={variant} live>
          {message}
        </Notice>
      )}
      {children}
    </form>
  )
}
