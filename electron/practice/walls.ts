/**
 * Posts with their comments, from the oldest, as script.ts reads them: the first line is the post. `on` names the wall where
 * it is not the author's own, `id` and `repost` a post that another one passes on.
 */
export const walls = `
@ A=olena B=jonas C=emily D=taras id=hello
A: It begins! This is our own corner: chats, walls, music, files, all on one computer in my hallway. No adverts, no strangers, no owl telling you what to do. Say hello and tell us one thing you can lend. [photo:evening +❤️19]
B: Hello! I can lend a sourdough starter. You will not be able to give it back. [+😂9]
C: Hello! Forty jars, no lids.
D: Hello. Ladders, long and longer. [+👍4]

@ A=jonas B=bohdan C=olena
A: Gustav is nine today. He has lived in Leipzig, Vienna and on the third floor. Bread for everyone who can sing one verse of anything. [photo:bread +❤️15]
B: Моя закваска старша, але твоя гарніше поводиться на фото [+😂6]
C: I sang two verses on the stairs. Nobody opened.

@ A=taras B=oleh C=priya
A: Lypova United, season opening. We have eleven players if we count the dog. [photo:pitch +⚽12]
B: The dog trains more than you
C: The dog also passes [+😂8]

@ A=marta B=lesia C=roman
A: Книжковий клуб «Дві полиці» шукає третю полицю. Може бути стара, може скрипіти. Книжки вже стоять у черзі на підлозі. [photo:books +❤️11]
B: У школі списують, дубову. Привезти?
C: Везіть до кав’ярні, я звільню кут біля вікна [+❤️7]

@ A=emily B=aoife C=luca
A: A short history of my balcony: March, hope. April, soil in the bath. May, this. [photo:tomatoes photo:garden +❤️14]
B: You skipped the chapter with the slugs
C: I will come with mozzarella in August [+😋5]

@ A=andriy B=nina C=viktor
A: Під’їзд, день перший. Під старою фарбою знайшли бірюзу й напис 1934 року. Завтра — ґрунтовка. Напис лишаємо під склом. [photo:paint +❤️17]
B: Чек на ґрунтовку прийняла. Напис безцінний, так і запишу [+👏5]
C: Скло маю. Ще від тата

@ A=halyna B=katya C=stepan
A: Мурчик шукає друзів. Не знаходить, бо спить. [photo:cat +😻16]
B: Вага чудова. Для двох котів [+😂9]
C: Я його друг. Ми граємо мовчки

@ A=priya B=mateusz C=sofia
A: The river loop, 7.4 km, before the city woke up. Two herons, one swan, zero people who asked for my steps. [photo:river +❤️10]
B: I was the third heron
C: How do you people get up [+😂5]

@ A=luca B=emily C=dmytro
A: Public service announcement. Carbonara: eggs, pecorino, guanciale, pepper. If you see cream, walk away slowly and do not make eye contact. [+❤️13]
B: What if it is a very small cream
C: He made eye contact with me once. It was oat milk. [+😂10]

@ A=ivanka B=lesia C=zoryana
A: Двійнята питають, чому місяць іде за нами. Я сказала — бо ми цікаві. Хто знає краще пояснення, пишіть, у мене є двадцять хвилин. [+❤️18]
B: Бо він теж іде додому
C: Бо йому самому страшно. Я намалюю [+❤️9]

@ A=mateusz B=luca C=daryna D=jonas id=single
A: We are The Fire Escape and this is our first song. Recorded in the bicycle cellar, so if you hear a bell, it is a bell. [track:lift +❤️21]
B: The bass was recorded next to a sledge
C: Я плачу на другому куплеті, бо там мій куплет [+😂7]
D: “Somebody is playing Bach” — that is Dmytro on the landing, isn't it

@ A=dmytro repost=single B=sofia
A: Yes, it is me on the landing. Turn it up, then apologise to your neighbours: they are also our neighbours. [+❤️9]
B: Apologised in advance, on all floors

@ A=yurko B=olena C=hanna
A: Липова о 19:40. Світло тримається рівно шість хвилин, потім усі йдуть вечеряти. [photo:evening photo:hills photo:river +❤️22]
B: Це моє вікно друге зліва! Я тоді загубила лінійку [+😂4]
C: Люсю теж видно. Вона махає

@ A=roman B=marta C=maksym
A: Нове в меню: «Сусідська» — подвійне еспресо й одна порада. Порада може бути гіркіша. [photo:coffee +❤️12]
B: Мені вчора порадили менше читати. Скаржитимусь [+😂8]
C: Мені порадили сповільнитись. На вело з піцою?

@ A=zoryana B=ivanka C=olena
A: Мапа нашого двору готова! Тридцять дві деталі, сім котів, один їжак інкогніто. Оригінал висить біля ліфта. [photo:hills photo:cat +❤️20]
B: Двійнята знайшли шість котів і посварилися за сьомого
C: Сьомий на даху кав’ярні. Це була підказка [+❤️5]

@ A=sofia B=mateusz C=halyna
A: Practising on pillows, day 40. The pillows have asked for a raise. [+😂15]
B: They keep better time than me
C: Дитино, грай спокійно, я все одно телевізор не вимикаю [+❤️12]

@ A=katya B=bohdan
A: A dog ate half a sock. Then the other half of a different sock. He is fine. He now matches. [photo:dog +😂17]
B: Це наш. Дякуємо ще раз. І за шкарпетки вибач

@ A=oleh B=taras C=priya
A: Driver's note no. 12: the shortest way across the city is the one where the passenger hums. Tonight's was a waltz, and all the lights were green. [+❤️13]
B: You should write a book
C: He should save a penalty [+😂6]

@ A=lesia B=olena C=marta
A: 4-Б запитав, чи чорна діра може проковтнути домашнє завдання. Пообіцяла перевірити дослідом. [+😂19]
B: Якщо вийде — розкажи, у мене звіт
C: У нашій бібліотеці є така. Повертає лише обкладинки

@ A=nina B=andriy C=viktor
A: Звіт за місяць: зібрали, витратили, зійшлося. Найбільша стаття — фарба. Найменша — вдячність Вікторові, виправляємо. [file:rota +❤️11]
B: Віктор, з нас пиріг. За чеком [+😂6]
C: Та що я. Листя саме…

@ A=stepan on=halyna B=halyna C=olena
A: Галю, сорок дев’ять років тому ти сказала «подумаю». Дякую, що подумала. [photo:garden +❤️27]
B: Я ще думаю. Іди вечеряти. [+😂18]
C: Це найкраще, що було на цій стіні ❤️

@ A=daryna B=dmytro C=zoryana
A: Дощ № 112. Записано з балкона, на сьомій секунді — наш двірник каже «о». [track:rain112 +❤️14]
B: “О” в тональності. Залишаємо
C: Малюю під це третю годину

@ A=aoife B=jonas C=emily
A: Word of the week: “кватирка”. The small window in the big window, the one you open to let the evening in. English has no such word and should be ashamed. [photo:coffee +❤️16]
B: German has “Oberlicht”, which lets in nothing
C: We have “leaving it on the latch” and draughts [+😂5]

@ A=bohdan B=jonas C=roman
A: Пампушки о восьмій, доки є. Йонасе, порівняємо закваски в суботу? Суддя — Лука, він чесний і голодний. [photo:bread +❤️12]
B: Gustav accepts. He has been training. [+😂8]
C: Кава для суду — за мій рахунок

@ A=pavlo B=sofia C=olena
A: Semester project: “A staircase that people like to meet on”. I may have measured ours at two in the morning. Sorry, third floor. [+❤️10]
B: That was YOU? I left cookies for the ghost
C: Give me the drawings, we will build half of it [+❤️6]

@ A=hanna B=marta C=halyna
A: Люся має нову сукню: оксамит від старої театральної завіси. Тепер махає стримано. [track:washing +❤️15]
B: Вона мені кивнула. Присягаюсь
C: Пошийте й мені таку завісу [+😂7]

@ A=maksym B=luca C=priya
A: Today I delivered: 14 pizzas, one cello, one apology (flowers, long card, she smiled). Cargo bike 1 : rain 0. [photo:bicycle +❤️13]
B: The cello goes first next time, the pizza can wait
C: Who was the apology from [+😂4]

@ A=mateusz B=taras
A: Free wheel clinic on Saturday by the pump. Bring a flat tyre and a cake; either is fine. [photo:bicycle +❤️9]
B: I have a flat cake

@ A=viktor B=nina C=lesia
A: Листя прибрав. Воно знову. Ми з ним домовились: до п’ятниці нічия. [+❤️18]
B: Запишу в звіт: нічия
C: Діти лишили вам купу для стрибків, то не прибирайте одну [+❤️8]

@ A=emily on=olena B=olena
A: Thank you for this place. Last year I knew four neighbours, all of them cats. [photo:garden +❤️23]
B: And this year you feed twenty-nine people. Without asking them. [+😂11]

@ A=zoryana B=marta C=ivanka
A: Ескіз до нової книжки: лисиця, яка боялася ліфта. Усі збіги з будинком випадкові. [photo:hills +❤️14]
B: Передзамовляю. Два примірники
C: Двійнята хочуть, щоб наприкінці вона поїхала на сьомий

@ A=jonas B=lesia C=aoife
A: Ich lerne Ukrainisch, Woche 30. Today I told the baker that I am a very fresh woman. He agreed, gave me a bun and corrected the ending. [+😂24]
B: Закінчення — це важливо. Булочка теж
C: I once ordered a soup of shoes. You are fine. [+😂9]

@ A=katya B=halyna C=emily
A: Reminder from your vet: chocolate is for humans, hedgehogs drink water, and Murchyk has already had breakfast. Twice. [photo:cat +❤️16]
B: Брехня. Тричі [+😂13]
C: Four times. I am sorry, he has a face

@ A=dmytro B=daryna
A: Lime Tree Radio, the slow one. Made for washing up. [track:radio +❤️12]
B: Помила все. Навіть твоє

@ A=priya B=taras C=oleh id=match
A: 7 : 6. I am not going to say who scored four of them, but she has a very nice left foot. [photo:pitch video:pitch +❤️15]
B: She does. Put it on the board
C: I let two of them in out of respect [+😂8]

@ A=pavlo repost=match B=priya
A: From the halfway line. THE HALFWAY LINE. [+⚽7]
B: A pass, Pavlo

@ A=olena B=taras C=daryna D=andriy
A: The limes along the street are in the ground: nine trees, forty-one hands, zero broken spades. In ten years somebody will sit under them and not know our names, and that is the best part. [photo:garden photo:lights video:river +❤️26]
B: I will carve them into the bench. Small.
C: Запишу їхній перший дощ
D: Полив за графіком. Графік у під’їзді [+👍6]

@ A=luca B=bohdan C=sofia
A: Broth started at six. It will be ready when it is ready, which is Sunday. Follow the smell, bring a pot. [+❤️14]
B: Хліб буде
C: I live opposite and I am suffering [+😂6]

@ A=yurko B=roman C=olena
A: Двір увечері. Якщо придивитись, чути піаніно. [photo:evening video:evening +❤️20]
B: Чую
C: І я. І трохи каструлі

@ A=nadiia B=olena C=aoife D=halyna
A: Привіт, Липова! Я Надія, квартира 31, переїхала в понеділок. Чайник досі в коробці № 14, зате вже знаю трьох котів на ім’я. Дякую за хліб, сіль і чотирнадцять помідорів під дверима. [photo:coffee +❤️24]
B: Вітаємо вдома! У середу — книжки й кава, приходь без коробок [+❤️7]
C: Welcome! Soup on rainy days, second door, no need to knock
D: Четвертий кіт — Мурчик. Він уже у вас, перевірте шафу [+😂15]
`;
