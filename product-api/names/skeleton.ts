/** Letters of other scripts, digits and signs that look like Latin letters (a part of Unicode's confusables, UTS 39). */
const lookAlikes: Record<string, string> = {
  ...{ а: 'a', в: 'b', ь: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', н: 'h', і: 'l', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n' },
  ...{ о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', у: 'y', ү: 'y', ԝ: 'w', ш: 'w', х: 'x' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'l', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', γ: 'y', ω: 'w' },
  ...{ ı: 'l', ɩ: 'l', ɡ: 'g', ʏ: 'y', ʙ: 'b', ᴡ: 'w', ѡ: 'w', ɑ: 'a', ꜱ: 's', ᴇ: 'e', ᴛ: 't', ɪ: 'l', ø: 'o', ß: 'b' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '|': 'l', '€': 'e' },
  i: 'l',
}

/** What a name looks like: names that a reader takes for one another have the same skeleton. */
export function skeletonOf(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
  return letters
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
}
