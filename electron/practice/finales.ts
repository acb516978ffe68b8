/** How the talk in a dialog stands right now. */
export interface Finale {
  /** The place of dialogs.ts. */
  place: string;
  /** Minutes before now of the last line. */
  ago: number;
  /** How many of the last lines the owner has not read. */
  unread: number;
  /** One conversation, as script.ts reads it. */
  text: string;
}

/** The last conversation of every dialog, from the one that has been silent for the longest time. */
export const finales: readonly Finale[] = [
  {
    place: 'with andriy',
    ago: 2900,
    unread: 0,
    text: `
@ A=andriy B=olena
A: Лист про калюжу відправив. Вхідний номер 214
B: Вона це заслужила. П’ять років стажу
A: Якщо осушать — повісимо табличку
B^: Уже малюю ескіз 😄 [+😂1]
`,
  },
  {
    place: 'parents',
    ago: 1710,
    unread: 0,
    text: `
@ A=ivanka B=zoryana C=oleh D=olena
A: Двійнята просять передати: змій злетів вище за липу! [photo:kite +❤️7]
B: Хвіст тримався на скотчі й вірі
C: Мій тепер хоче змія у вигляді воротаря
B^: Уже малюю. Рукавиці окремо [+😂4]
`,
  },
  {
    place: 'news',
    ago: 1530,
    unread: 0,
    text: `
@ A=olena
A: **Yard dinner on Saturday at six.** Bring a plate, a chair and one song. / **Вечеря у дворі в суботу о шостій**: тарілка, стілець і одна пісня. [photo:lights +🎉12 +❤️8]
`,
  },
  {
    place: 'football',
    ago: 560,
    unread: 4,
    text: `
@ A=taras B=oleh C=priya D=pavlo
A: Sunday: 7 : 6, for the history books. The film follows when Pavlo stops watching his own goal [photo:pitch video:pitch +⚽7]
D: It was from the halfway line!
B: It was a pass to me
C^: It was a pass to *me*, he is being kind [+😂6]
D: @olena you saw it from the balcony, right? RIGHT?
`,
  },
  {
    place: 'with marta',
    ago: 340,
    unread: 0,
    text: `
@ A=marta B=olena
A: Ти не бачила мого «Міста»? Клубного, з кавою на обкладинці
B: Воно в мене на столі. Мурчик на ньому спить
A^: Тоді не забирай. Хай дочитає
B: Занесу в середу. І пиріг
A: Ось за що я тебе люблю: за порядок слів 😄 [+❤️1]
`,
  },
  {
    place: 'pets',
    ago: 185,
    unread: 2,
    text: `
@ A=halyna B=katya C=daryna
A: Мурчик не ночував удома 😿 Ніхто не бачив?
C: Він у нас на сьомому, спить у чохлі від гітари [photo:cat +😹8]
B: Ситий, здоровий, винуватим себе не вважає
A: Перекажіть, що вдома риба
C^: Переказала. Підвів одне вухо [+😂5]
`,
  },
  {
    place: 'garden',
    ago: 128,
    unread: 0,
    text: `
@ A=emily B=jonas C=olena D=aoife
A: Forty-one tomatoes. The slugs counted with me [photo:tomatoes +🍅5]
D: Which of the forty-one did you leave at my door?
A^: The ones that asked after you [+😂4]
C: The bed by the gate: roses behind, herbs in front [file:plan +🌿4]
B: And where does Gustav go?
C^: Gustav is compost in spirit only
`,
  },
  {
    place: 'books',
    ago: 71,
    unread: 0,
    text: `
@ A=marta B=lesia C=zoryana D=olena
A: Дочитали «Фелікс Австрію»? У середу о сьомій, у Романа
B: Я дочитала й тепер нікому не вірю [+😂4]
D: А я на сто третій сторінці, не розповідайте
C: Намалювала запрошення: лисиця читає, кіт тримає закладку [photo:books +❤️6]
A^: Забираю на двері бібліотеки!
`,
  },
  {
    place: 'repair',
    ago: 37,
    unread: 0,
    text: `
@ A=andriy B=nina C=viktor D=olena
A: Четвертий поверх сухий. Можна торкатися стін, але навіщо [photo:paint +👏6]
B: Сума зійшлася. Лишилось 340 гривень, пропоную лампу для кота
C^: За лампу для кота. Він тепер теж мешканець [+😂5]
D: Голосую двома руками. Дякую всім, хто шпаклював 💚 [+❤️3]
A: Кошторис остаточний, чесно [file:estimate +👍5]
`,
  },
  {
    place: 'band',
    ago: 14,
    unread: 2,
    text: `
@ A=mateusz B=sofia C=luca D=dmytro
A: New mix of the title song. The cough at 0:12 stays, it has character [track:lift +❤️4]
B: The cough is me
D^: The cough is in time, I checked [+😂4]
C: @olena we need a cover. A lift, a cat, something with vegetables?
A: Rehearsal on Tuesday at seven. Sofia, brushes please. The boiler has feelings
`,
  },
  {
    place: 'yard',
    ago: 4,
    unread: 3,
    text: `
@ A=emily B=yurko C=olena D=stepan E=taras
A: Who brings what to the yard dinner on Saturday? I have eleven chairs and one very long tablecloth [+👍4]
E: Lights and the extension cord. And the *second* extension cord, after last year
C^: Bread from Jonas, plums from the market, and a seating plan that nobody will follow [+😂7]
B: Вчора, за п’ять хвилин до дощу [photo:evening photo:lights +❤️9 +🔥3]
D: Гарно. А хто то на лавці зліва?
B^: То ви, пане Степане. Думаєте над ходом [+😂11]
D: Тоді гарно вдвічі
A: @olena shall we put the long table under the lime tree or by the lilac?
E^: Under the lime tree. The lilac has wasps, ask my elbow [+😂5]
`,
  },
  {
    place: 'with jonas',
    ago: 2,
    unread: 1,
    text: `
@ A=jonas B=olena
B: How is Gustav? The hall smells like a bakery again
A: He doubled. I had to give him a bigger house [photo:bread +😍1]
B^: That is not a starter any more, that is a tenant
A: Then he should pay rent. Two loaves for Saturday, or three?
B: Three. Luca counts as four people [+😂1]
A: Three it is. One will wait outside your door, still warm 🥖
`,
  },
];
