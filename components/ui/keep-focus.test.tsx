import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { keepFocus } from './keep-focus.ts'

type Change = () => void

/** A list, and its change by the press of any button. */
function List({
  names,
  more,
  changed,
  said = '',
}: Record<'names' | 'changed', string[]> & { more?: true; said?: string }) {
  const [isChanged, setIsChanged] = useState(false)
  const change: Change = () => setIsChanged(true)
  return (
    <>
      <section ref={keepFocus} aria-label="List">
        <h2>Letters</h2>
        <ul>
          {(isChanged ? changed : names).map((name) => (
            <Row key={name} name={name} onPress={change} />
          ))}
        </ul>
        {more && !isChanged && (
          <button type="button" onClick={change}>
            Show more
          </button>
        )}
        <p role="status">{isChanged && said}</p>
      </section>
      <button type="button">Elsewhere</button>
    </>
  )
}

function Row({ name, onPress }: { name: string; onPress: Change }) {
  return (
    <li>
      <a href={`/${name}`}>{name}</a>
      <button type="button" aria-label={`Remove ${name}`} onClick={onPress}>
        Remove
      </button>
    </li>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

describe('the focus of a button that goes with its row', () => {
  test('moves to the same button of the next row', async () => {
    render(<List names={['a', 'b', 'c']} changed={['a', 'c']} />)
    await pressByKey('Remove b')
    expect(button('Remove c')).toHaveFocus()
  })

  test('moves to the row before, if it was the last one', async () => {
    render(<List names={['a', 'b', 'c']} changed={['a']} />)
    await pressByKey('Remove c')
    expect(button('Remove a')).toHaveFocus()
  })

  test('moves to what the list says then, if no row is left', async () => {
    render(<List names={['a']} changed={[]} said="Nothing is left." />)
    await pressByKey('Remove a')
    expect(screen.getByText('Nothing is left.')).toHaveFocus()
  })

  test('moves to the heading, if nothing is said', async () => {
    render(<List names={['a']} changed={[]} />)
    await pressByKey('Remove a')
    expect(screen.getByRole('heading', { name: 'Letters' })).toHaveFocus()
  })

  test('stays where a person has moved it meanwhile', async () => {
    const { rerender } = render(<List names={['a', 'b']} changed={[]} />)
    act(() => button('Remove a').focus())
    act(() => button('Elsewhere').focus())
    rerender(<List names={['b']} changed={[]} />)
    expect(button('Elsewhere')).toHaveFocus()
  })

  test('is not brought back to a person who has left the list before', async () => {
    const { rerender } = render(<List names={['a', 'b']} changed={[]} />)
    act(() => button('Remove a').focus())
    await act(async () => button('Remove a').blur())
    rerender(<List names={['b']} changed={[]} />)
    expect(document.body).toHaveFocus()
  })
})

test('the focus of the button for more, which goes with the last page, moves to the first row that has come', async () => {
  render(<List names={['a']} changed={['a', 'b', 'c']} more />)
  await pressByKey('Show more')
  expect(screen.getByRole('link', { name: 'b' })).toHaveFocus()
})
