import { useEffect, useState } from 'react'

/**
 * Returns a debounced value: the value once it has not changed for `pauseMs` ms. Values are compared as JSON, so that
 * equal objects count as the same.
 */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return JSON.parse(settled) as Value
}
