import { render, screen } from '@testing-library/react'
import { SiteFooter } from './site-footer.tsx'

describe('the footer', () => {
  test('leads to every page of the house', () => {
    render(<SiteFooter content="Short stories" productName="Bytewise" path="/careers" socialLinks={[]} />)
    for (const [name, href] of [
      ['Newsletters', '/newsletters'],
      ['About Us', '/about-us'],
      ['Contact', '/contact-us'],
      ['Careers', '/careers'],
      ['Privacy Policy', '/privacy-policy'],
      ['User Agreement', '/user-agreement'],
      ['Cookie Policy', '/cookie-policy'],
      ['RSS feed', '/feed.xml'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    }
  })

  test('says which of them one is on', () => {
    render(<SiteFooter content="Short stories" productName="Bytewise" path="/careers" socialLinks={[]} />)
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Careers')
  })

  test('shows the logo in place of the name', () => {
    const logo = `/uploads/${'ab'.repeat(16)}-480x480.webp`
    render(<SiteFooter content="Short stories" productName="Bytewise" path="/" socialLinks={[]} logo={logo} />)
    expect(screen.getByRole('img', { name: 'Bytewise' })).toHaveAttribute('src', logo)
  })

  test('names places elsewhere by what they are called, or by their host', () => {
    render(
      <SiteFooter
        content="Short stories"
        productName="Bytewise"
        path="/"
        socialLinks={['https://www.linkedin.com/x', 'https://toot.example/@b']}
      />,
    )
    expect(screen.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('href', 'https://www.linkedin.com/x')
    expect(screen.getByRole('link', { name: 'toot.example' })).toBeVisible()
  })
})
