/** The window as a test speaks of it: places by role and name, verbs as methods. */
import { expect, type Locator, type Page } from '@playwright/test'

export class Viewer {
  readonly page: Page
  readonly library: Locator
  readonly timeline: Locator
  readonly inspector: Locator
  readonly filter: Locator
  readonly note: Locator

  constructor(page: Page) {
    this.page = page
    this.library = page.getByRole('navigation', { name: 'Library' })
    this.timeline = page.getByRole('region', { name: 'Timeline' })
    this.inspector = page.getByRole('complementary', { name: 'Inspector' })
    this.filter = page.getByRole('searchbox', { name: 'Filter sessions' })
    this.note = page.getByRole('status')
  }

  session(title: string | RegExp): Locator {
    return this.library.getByRole('button', { name: title })
  }

  /** A tool's card by what it is about. */
  card(name: string | RegExp): Locator {
    return this.timeline.getByRole('article', { name })
  }

  turn(number: number): Locator {
    return this.timeline.getByRole('button', { name: new RegExp(`^Turn ${number}\\b`) })
  }

  /** Opens a session by its title and waits for its first entry. */
  async open(title: string | RegExp): Promise<void> {
    await this.session(title).first().click()
    await expect(this.timeline.getByRole('article').first()).toBeVisible()
    await this.timeline.focus()
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Opens or folds a card by its head. */
  async toggle(card: Locator): Promise<void> {
    await card.scrollIntoViewIfNeeded()
    await card.locator('.c-head .cmd, .c-head .path, .c-head .name').first().click()
  }

  /** Lines of a read card as they are shown, without their numbers. */
  async linesOf(card: Locator): Promise<string[]> {
    const text = await card.locator('.code pre').first().innerText()
    return text.replace(/\n$/, '').split('\n')
  }
}
