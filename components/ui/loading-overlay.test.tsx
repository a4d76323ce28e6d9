import { act, render, screen } from '@testing-library/react'
import { LoadingOverlay } from './loading-overlay.tsx'

describe('the loading overlay', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('stays for half a second, however soon the loading ends', () => {
    const { rerender } = render(<LoadingOverlay loading />)
    expect(screen.getByText('Loading...')).toBeVisible()
    act(() => jest.advanceTimersByTime(100))
    rerender(<LoadingOverlay loading={false} />)
    act(() => jest.advanceTimersByTime(399))
    expect(screen.getByText('Loading...')).toBeVisible()
    act(() => jest.advanceTimersByTime(1))
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('goes immediately if the loading has taken longer', () => {
    const { rerender } = render(<LoadingOverlay loading />)
    act(() => jest.advanceTimersByTime(2000))
    rerender(<LoadingOverlay loading={false} />)
    act(() => jest.advanceTimersByTime(0))
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('is not shown if nothing loads', () => {
    render(<LoadingOverlay loading={false} />)
    expect(screen.queryByText('Loading...')).toBeNull()
  })
})
