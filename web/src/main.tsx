import './kit/theme/tokens.css'
import './kit/theme/base.css'
import { createRoot } from 'react-dom/client'
import { Startup } from './shell/start-up/Startup.tsx'
import { isMissingPart } from './kit/crash/crash-text.ts'
import { reloadOnce } from './kit/crash/reload-once.ts'

declare global {
  interface Window {
    /** Set to tell `boot.js` that the app has loaded. */
    appStarted?: boolean
  }
}

window.appStarted = true
window.addEventListener('vite:preloadError', (event) => {
  if (reloadOnce()) event.preventDefault()
})
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error && isMissingPart(event.reason.message)) reloadOnce()
})

const root = document.getElementById('root')
if (root) createRoot(root).render(<Startup />)
