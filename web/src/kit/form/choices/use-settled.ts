import { useEffect, useState } from 'react'

/** A value once it has stood still for so many milliseconds; compared by its text, so that equal objects are one. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return JSON.parse(settled) as Value
}
