export type AgreementSection = { title: string; paragraphs: string[] }

/** The ten sections; the page numbers them. */
export function agreementSections(productName: string, contactEmail: string): AgreementSection[] {
  return [
    {
      title: 'What this is',
      paragraphs: [
        `This agreement is between you and the people who run ${productName}, called “we” here. It holds from the moment you use the site. Reading asks nothing of you but sections 2 and 3; the rest matters when you publish.`,
      ],
    },
    {
      title: 'Reading',
      paragraphs: [
        'You may read, print, quote and link to everything that is published here, free of charge. You may not pass off a story as your own, republish the whole of it, or sell it, unless its author has agreed.',
        'The feeds are meant for feed readers and for anyone who wants to show headlines with a link. They carry no further permission.',
      ],
    },
    {
      title: 'Fair use of the machine',
      paragraphs: [
        'Others are reading too. A program that fetches pages should follow robots.txt and wait when it is told to. Do not try to get at what is not meant for you, to overload the site, or to make it do harm to a third party. If you have found a hole, tell us before you tell the world, and we will thank you by name if you like.',
      ],
    },
    {
      title: 'Who may publish',
      paragraphs: [
        'You need to be old enough to enter into an agreement where you live. Publish under a name that you are answerable for; a pen name is welcome, somebody else’s name is not. What is published under your name you are taken to have written.',
      ],
    },
    {
      title: 'Your work stays yours',
      paragraphs: [
        'You keep every right in what you write. You allow us to store it, to show it on this site, in its feeds and in search results, and to make the smaller forms that this takes, such as an excerpt, a preview picture or a version for print. The permission is not exclusive, costs us nothing, and ends when you take the story down.',
      ],
    },
    {
      title: 'What may not be published',
      paragraphs: [
        'Nothing that is against the law; nothing that belongs to somebody else and is used without leave; nothing that attacks people for what they are, gives away what is private about them, or is meant to mislead, such as advertising dressed up as a story.',
        'A book summary has to be in your own words, with quotations marked and no longer than they need to be.',
      ],
    },
    {
      title: 'What we may do with a story',
      paragraphs: [
        'We may correct an obvious slip, choose where a story is listed, and decline to list it. We do not change what it says. If a story breaks section 6 we may take it down; where it is possible, we ask you first, and we always tell you why.',
      ],
    },
    {
      title: 'Complaints',
      paragraphs: [
        `If you believe that a story breaks section 6, write to ${contactEmail} with its address, the passage, and your reason. We look at it, ask the author, and tell you what we have decided. If your claim is plainly well founded and waiting would do harm, the story comes down first and we talk afterwards.`,
      ],
    },
    {
      title: 'What we promise, and what we cannot',
      paragraphs: [
        'We run the site with care and mend what breaks. We cannot promise that it is always there or that everything in it is true. Stories are the words of their authors and no advice: a text about medicine is no doctor, one about contracts no lawyer.',
        'We are liable without limit for intent and gross negligence, and wherever the law does not let us limit it. Otherwise, since the site costs you nothing, we are not liable for slight negligence.',
      ],
    },
    {
      title: 'Ending and changing this agreement',
      paragraphs: [
        'You can end it at any time by leaving and, if you have published, by taking your stories down or asking us to. We can end it with somebody who has broken it in a serious way or has done so again after a warning.',
        'When we change this text, the date at the top changes with it. Changes do not reach back: what you published before is judged by what was agreed then. If one sentence of this agreement turns out not to hold, the others still do.',
      ],
    },
  ]
}
