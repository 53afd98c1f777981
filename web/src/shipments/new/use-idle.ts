import { useEffect, useEffectEvent, useState } from 'react'

const second_ms = 1_000
const signs = ['pointerdown', 'keydown', 'touchstart', 'wheel'] as const

/**
 * Detects that nobody uses the page. After `quiet_s` seconds without input, returns the seconds left of `warned_s`,
 * during which the user is asked whether they are still there; `null` before that. When they have passed, calls
 * `onOver` and starts again.
 */
export function useIdle({
  quiet_s,
  warned_s,
  onOver,
}: {
  quiet_s: number
  warned_s: number
  onOver: () => void
}): number | null {
  const [leftS, setLeft] = useState<number | null>(null)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    let touched = Date.now()
    const touch = (): void => {
      touched = Date.now()
      setLeft(null)
    }
    const check = (): void => {
      const quiet = Math.floor((Date.now() - touched) / second_ms)
      if (quiet < quiet_s) return
      if (quiet >= quiet_s + warned_s) {
        touch()
        end()
      } else setLeft(quiet_s + warned_s - quiet)
    }
    const timer = setInterval(check, second_ms)
    for (const sign of signs) document.addEventListener(sign, touch, true)
    return () => {
      clearInterval(timer)
      for (const sign of signs) document.removeEventListener(sign, touch, true)
    }
  }, [quiet_s, warned_s])
  return leftS
}
