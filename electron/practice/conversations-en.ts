/**
 * What is said in English, by what it is about. A blank line stands between two conversations; script.ts tells what the
 * signs in them mean.
 */
export const english = {
  any: `
A: (Does anyone have|Has anybody got) a {tool} (I could borrow|to lend) until {day}?
B: (I do|Mine is free|There is one in my cupboard). Flat {flat}, (just knock|ring twice|come after {hour}).
A^: (Perfect, thank you|You are a star|Thank you so much) {thanks}
C: (Put me down as next|I will take it after you|Same {tool} for me next week), if nobody minds

A: (Power is out|No lights|It is dark) on my side. (Only me|Is it just us|Anyone else)?
B: (Same here|Out here as well|Dark on the {floor} floor too)
C: Back at {hour}, says the (company|hotline). They said that last time (too|as well)
D: (Candles and cards at mine|I have a lantern and biscuits|My guitar needs no socket), flat {flat} [+🕯️3 +❤️2]

A: (Whoever baked|Who baked) on the {floor} floor (just now|this morning): are you accepting (friends|visitors)?
B: (Guilty|It was me)! (Two loaves|A tray of buns) cooling, bring (butter|jam)
A^: (On my way|Already on the stairs|Putting shoes on) [+😂4]

A: Found a (glove|key with a green tag|child's hat|library card) by the {spot}
B: (What colour|Describe it)? I am missing one
A^: (Blue|Red with a pompom|Grey, left one|It says 'Return to N.')
B: (Not mine, sadly|That is mine! Coming down|Mine was the right one. So close) [+😂3]

A: What a (sky|sunset|light) (tonight|just now)! [photo:evening +❤️5]
B: (I ran to the window|Saw it from the tram|Missed it, thank you for this one)
C: (Lypova keeps showing off|We live in a postcard|Frame it) {nice}

A: The lift is (sulking|stuck|thinking) again
B: (Between which floors|Anyone inside)?
A^: (Nobody inside, only a pizza|Empty, luckily|Just between {floor} and eternity)
C: (Called them|I rang the firm), somebody comes at {hour}
D: (So it is leg day|My knees send regards|Good for us, they say) [+😂5]

A: (Is the café on the corner|Is Roman's place) open (on Sunday|tomorrow morning)?
B: From (half past seven|nine). (The cherry cake goes first|Go early for cinnamon buns)
C: (Save me a chair|I will take the window seat|See you there) ☕

A: Parcel for flat {flat} (landed|ended up) with me
B: (That is us! Thank you|Oh, finally|Coming for it at {hour})
A^: It (rattles|purrs|smells of coffee). I ask no questions [+😂4]

A: (Who is around|Anyone home) on {day} for a {fun}?
B: (Count me in|I am in|Gladly)
C: (Me too, if it is after {hour}|Can I bring a friend|Only if there is cake)
A: (Settled then|Then {day} it is), {hour}, at the {spot} [+👍4]

A: My (neighbour|kitchen tap|radio) is (singing|humming|dripping) in B flat
B: (A minor, I checked|Tell it to come to rehearsal)
C: (A quarter turn to the left|Tap it gently), works for mine [+😂3]

A: (Reminder|A small note|Kind reminder): glass goes in the GREEN one
B: (It was dark|I panicked|There are four greens out there), sorry
A: (Forgiven|I saw nothing) {nice}

A: Went around the (river|park) before (work|breakfast): {km} km and (one heron|two hedgehogs|a very proud swan) [photo:river +👏3]
B: (Show-off|Respect|I was asleep and proud of it)
C: (Take me along|Next time ring me), I am slow but (talkative|cheerful)
A: {day}, {hour}? (I run backwards if needed|We walk the hills)

A: (Looking for|Need) a (plumber|dentist|piano tuner|tailor) who (answers the phone|exists). Ideas?
B: (Ask|Try) {C}, (they know everyone|there was someone good)
C: (Yes, sending the number|I have a name, one moment|Good one, not cheap, does not whistle)
A: (You saved my week|This street is better than search) {thanks}

A: (Is it snowing|Is that hail|Was that thunder)?
B: (Blossom|Just the carpets on {floor}|Only Sofia practising)
C: I (heard|resent) that [+😂6]

A: Two tickets for {day}, (the theatre on Svobody|the jazz cellar|the football), we (cannot go|got the date wrong). Free to a good home
B: (Us! Us|Me please|I have never run so fast for my phone)!
A: (Yours|They are yours), letterbox {flat}
B: (I owe you a cake|We will clap for two) {thanks} [+❤️2]

A: (Question|Serious question): who owns the (armchair|rocking horse|bathtub) by the {spot}?
B: (It has been there since Tuesday|Art, I thought)
C: Mine, (moving it at {hour}|until the van comes), promise
D: (The cat has moved in|I sat in it, ten out of ten), take your time [+😂4]

A: (Any|Does someone have) spare (jars|boxes|egg cartons)? (Big project|Do not ask)
B: (How many|I have a hundred)
A: (Yes|All of them)
B: (I asked for it|The bag is outside {flat})

A: Today is {B}'s birthday! 🎉
C: (Happy birthday|All the best), {B}! {nice}
D: (Many happy returns|Hooray)! (Is there cake|We expect singing)?
B: Thank you all! (Cake at the {spot} from {hour}|There is enough cake for a regiment) [+🎂5 +❤️4]

A: Market this morning: (cherries|mushrooms|strawberries|plums) for {price} a kilo
B: (Which row|Where exactly)?
A^: Left (at the honey|behind the flowers), the lady with the (radio|hat)
B: (Half gone by now. Half is in me|Bought three kilos, help)
C: (Jam tonight|Dumplings tonight)? I bring sugar

A: (My internet|The connection) (naps|is on holiday) today. Yours?
B: (Fine here|Crawling), (second provider|on the old cable)
C: This place works without it, (that is the whole point|remember)? [+👍3]
A: (True|Fair), I am complaining here after all

A: (Learned|I learned) a new word today: {word}
B: (Beautiful|Lovely), now use it (with the cashier|at the post office)
A: I did. She (smiled|corrected me|gave me two more) [+❤️3]

A: (Photo of the day|This guard at the door|Today's boss of the yard) [photo:cat +😻5]
B: (He owns the bench now|Was he fed|That face)
C: (Three breakfasts|Twice, and he lies about it) [+😂3]

A: (If anyone wants|Who wants) a walk to the (High Castle|lake|old cemetery) on {day}
B: (Weather says sun|Rain after {hour}, they say)
C: (I trust my knee more|Umbrellas and optimism)
A: We leave from the {spot} at {hour} [+👍4]

A: (Thank you|A big thank you) to whoever (fixed the gate|swept the stairs|watered the lilac|oiled the swing)
B: (Elves|Ask no questions)
C: The elf is {D}, I saw the (ladder|bucket)
D: (No comment|I was just passing with a bucket) {nice} [+❤️4]

A: Do we know whose (alarm|car|scooter) it is (by the gate|under my window)?
B: (Not guilty|Mine is in the garage)
C: Sorry!! (Coming|On my way down) [+👍2]
A: Quick as (lightning|a pizza), thanks

A: (Trying a new recipe|Cooking an experiment) tonight, need (two tasters|brave people)
B: (Which kind of brave|How experimental)?
A^: (Beetroot in it|There is chocolate and chilli)
C: (I am in|Bring it), {hour}? [+😋3]
`,
  yard: `
A: Good morning, Lypova! The (lilac by the gate|old lime tree|rose at number 4) is out [photo:garden +❤️6]
B: (I smelled it before I saw it|My hay fever knew first)
C: {A}, (you planted it, right|was that your work)?
A: Only watered. (It planted itself|Credit to the rain)

A: Water will be (low|off) on {day}, {hour} to lunch. (Fill your kettles|Fill the pots)
B: (Whole house|Even the fifth floor)?
A^: Everyone. {C} has the (paper|details)
C: [file:notice] From the company, stamped and all. (They promise one morning|I believe half of it)

A: (Courtyard table|Yard dinner) on {day}: who brings what?
B: (Potato salad for twenty|Vareniki, two kinds)
C: (Bread|A tower of bread), obviously
D: (Lights and an extension cord|The good speakers)
A: And I bring (the table|tablecloths). This is going well [+🎉5]

A: Could bicycles (please not sleep|please move) in front of the {spot}? The pram does not fit
B: (Fair|Sorry), moved mine
C: There is room in the cellar, {hour} I can (open|unlock)
A: (Thank you both|Wheels of the world unite) {thanks}

A: The (lamp|light) over the second entrance is (blinking|dead) again
B: (On it|I have a spare), after {hour}
A: (You are our hero|Light of the street)
B: It is (literally|only) a bulb [+💡4]

A: (Who|Which of you) left (a box of apples|jars of pickles|six tomatoes) by every door?
B: (Not me|Wasn't us), but they are (excellent|gone already)
C: {D}, your handwriting is on the label
D: (I plead surplus|The garden made me do it) [+🍎4 +❤️3]

A: (Someone new|A van) at entrance two. Who (moved in|is it)?
B: (Flat|Number) {flat}, I think, (young couple|someone with a harp)
C: (Salt and bread|Cake committee), assemble!
A: Let them find their (kettle|socks) first [+😂3]

A: Chess at five by the {spot}, (Mr Stepan needs a victim|boards are out)
B: (He took my queen twice|I lost in twelve moves) yesterday
C: (Twelve is a record|He let you)
A: He says (he was tired|you blink too much) [+♟️2 +😂4]

A: Roof people come on {day}, (please move cars|parking free from {hour})
B: (Mine is away|Moved)
C: Whose is the (green one|van with flowers)?
D: Mine, (five minutes|keys in hand)

A: (Swing update|News from the playground): new rope, tested by (two fathers|an electrician)
B: How much does it (hold|take)?
A: (One electrician and a half|Two fathers, as I said) [photo:kite +👏5]

A: (There is|I saw) a hedgehog under the {spot}. Please (look before you mow|drive slowly)
B: (Name|Does it have a name)?
C: (Pan Kolka|Sir Spikes|Borshch) [+🦔5]
A: (It is official|Carried unanimously)

A: The (notice board|map) by the stairs has (new magnets|a pocket for letters) now
B: (Fancy|We are becoming a town)
C: (Who drew the fox|The fox is lovely)?
B: {D}, who else [+🦊3]

A: (Cleaning rota|The new rota) is here, (please look|no fainting) [file:rota]
B: (Why am I twice|I am on {day}, can I swap)?
C: Swap with me, I like (mornings|the quiet)
A: Changed. (Version four|Final final) [+👍4]

A: Somebody's (washing|shirt) is flying (past my window|over the yard)
B: (Striped|White with anchors)?
A: It waved
B: (Mine. Tell it to come home|Catch it!) [+😂6]

A: (Free concert|Music) from the cellar on Tuesday, or (should I close the window|is it the boiler)?
B: It is us! Too loud?
A: (No, too short|Play the slow one again)
B: (Making a poster of this|That goes on our first record) [+❤️5]

A: Our street in {N} pictures: evening, evening, (also evening|evening with a cat) [photo:evening photo:lights +❤️7]
B: (How do you do this|It looks like a film)
A: Wait for the lamps, (hold your breath|lie on the asphalt)
`,
  football: `
A: Sunday, ten o'clock. (Who is in|Hands up)?
B: (In|Me)
C: (In, with a stiff back|In, if the twins sleep|I am in, left wing is mine)
D: (Late by ten minutes, as tradition demands|In! Bringing a friend)
A: That makes (nine|eight and a half). (One more|We need one more) [+✋5]

A: Final score for the history books: {score}
B: (We wuz robbed|It was closer than it sounds)
C: I have the (film|proof). That was no corner
A: It was a corner, (a hedge, and a bicycle|and you know it) [+😂5]

A: Whose (shin pads|bottle|grey hoodie) did I take home?
B: (Mine, keep them until Sunday|Smell will tell)
C: (Burn it|Wash first, return later) [+😂3]

A: The pitch is (a lake|under water|one big puddle) [photo:pitch]
B: (Water polo then|Boots with snorkels)
C: It (dries by ten|drained last time), trust the sand
A: Decision at {hour}. (Keep your phones close|Bring towels) [+👍3]

A: {B}, that goal. (From there|With the left)!
B: I was (crossing|trying to pass)
C: (Never admit it|The legend does not need facts)
A: On the wall of the café by {day} [+⚽5 +👏3]

A: New (net|ball|pump) needed, (the old one has given up|ours is more hole than net)
B: I can get one for {price}
C: (Put me down for a tenth|Taking from the tea money is fine)
A: (Voted|Done). {B}, you have our trust and {price} [+👍5]

A: (Teams for Sunday|Light against dark): please nobody complain
B: (I complain|Why am I always with {C})?
C: (Because somebody has to be|Charm)
A: (Chemistry|Balance, he says), end of discussion [+😂4]

A: (My knee|My ankle) says no this week
B: Ask {C}, (ice and rest|she will tell you to stop googling)
A: She is a vet
B: (You run like a horse|Exactly) [+😂6]

A: School asks us to (lock the gate|close the gate) after the game
B: (I had the key|I thought you had it)
C: (The caretaker is kind, but not that kind|Once more and we play on the road)
B: I will (hang the key on my neck|set an alarm) [+👍2]

A: (Keeper|Gloves) wanted for Sunday, our wall has a night shift
B: I can (stand there|wave my arms)
C: (You dive like a wardrobe|Last time you ducked)
B: A wardrobe (covers the goal|has saved two penalties) [+😂5]

A: (Tournament|Cup) with Sadova Street on {day}. (Are we brave|Shall we)?
B: They have (real shirts|a coach)
C: We have (Luca's broth|tea and spirit)
D: (Then we cannot lose|I say yes)
A: (Signed us up|Too late, we are in) as Lypova United [+🔥5]

A: Who (kicks off|does the tea) this week?
B: (My turn|Me), thermos and lemon
C: (Ginger biscuits from me|I bring oranges, like professionals)
A: (Best league in the world|We should train some day as well) [+🍊3]

A: Statistics after (six|nine) Sundays: {B} {N} goals, {C} {N'} assists
B: (Count again|You forgot the one off the post)
C: (And my tackles|Do dog interruptions count)?
A: (Own goals are a separate table|The dog leads the league) [+😂5]

A: Photo from (yesterday|Sunday). (Everyone looks younger|Nobody blinked, a miracle) [photo:pitch +❤️4]
B: Why am I (in the air|upside down)?
A: (Slide tackle, in spirit|Nobody knows) [+😂3]
`,
  garden: `
A: My tomatoes are (taller than me|through the railing|waving at the trams) [photo:tomatoes +🍅4]
B: (Pinch the side shoots|Tie them, there is wind on {day})
C: (What do you feed them|Are they on coffee)?
A: (Nettle soup|Compliments), twice a week

A: Slugs ate (half the salad|three dahlias|my will to live)
B: (Beer traps|Coffee grounds around it)
C: Roman has buckets of grounds, (just ask|for free)
A: (Going now|On my way). They will be very awake slugs [+😂5]

A: Seeds to swap: (dill, beans, hollyhock|basil, borage, sweet pea). I want (anything blue|lavender)
B: Lavender cuttings (tomorrow|on {day}), flat {flat}
C: (Beans here|I take the beans)! Last year's climbed to the {floor} floor
A: Envelope in your letterbox, {C} {thanks}

A: Who (has|holds) the wheelbarrow?
B: Me, (until {hour}|it is full of soil), bringing it back
A: (No hurry, the pile is patient|Wash it please, it smelled of adventure)
C: Next: me, on {day} [+👍2]

A: Rain barrel is (full|overflowing), (take what you need|bring cans)
B: (Bless you|Two cans, thank you)
C: There is a frog in it. (Let him be|He pays rent in song) [+🐸4]

A: (Can anybody name|What is) this? It (came by itself|arrived on the wind) [photo:garden]
B: (Columbine|Mallow|A very bold weed)
C: (Leave it, bees love it|It can stay, I vote yes)
A: (Adopted|Sign made: 'do not pull') [+🐝3]

A: First (cucumber|strawberry|radish) of the year. There is only one. (We held a ceremony|We cut it in five) [+🥒4 +😂2]
B: (What a day|I remember mine, he was delicious)
C: {A}, (mine are flowers still|I have forty, help yourself)

A: Compost rules, gently: (no tea bags with staples|no cooked food), (please|friends)
B: (And the lemon peel|What about eggshells)?
A^: (Crushed, yes|A little), it is a (mill, not a magician|slow animal)
B: (Noted|Understood) [+👍3]

A: Frost tonight! (Cover the basil|Bring the geraniums in)
B: (I have blankets|Sheets are out)
C: My kitchen is (a jungle now|full), I sit on the stairs with (a book|the pumpkin) [+😂4]

A: Watering rota for my week away: {B}, {C}, could you?
B: (Of course|Sure). Window boxes too?
A: (A sip each evening|Only when their ears hang)
C: I will (read them the news|sing to them), as agreed {nice} [+❤️3]

A: (Bees|Swifts|Great tits) moved into the box by the {spot}!
B: (How many|Already)?
A^: (A whole choir|Six, I counted beaks) [photo:garden +❤️4]
C: (Please nobody grill under it|Tell the cat it is no restaurant)

A: {B}, (the bed by the gate|that corner with the rubble): (roses or herbs|shade or sun)?
B: (Herbs in front, roses behind|Ferns and one brave hosta)
C: (And a bench|A bench is a plant too)
B: (Drawing it tonight|I have a plan, it has a plan) [+🌿4]
`,
  band: `
A: Tuesday, seven, cellar. (Set list|The plan): {song}, {song'}, then the new one
B: (In E again|Can we drop it a tone)?
C: (My throat says thank you|Finally)
D: (Drums with brushes|I bring the soft sticks), the boiler is asleep by then [+👍3]

A: I hear (a new bass line|the bridge) in my sleep
B: (Write it down|Sing it into the phone), before breakfast eats it
A: (Too late, it became a soup|Recorded! With a rooster in the back) [+😂4]

A: Mixed the rehearsal. (Listen with headphones|Listen in the kitchen, it is fair) [track]
B: Second chorus gives me (goosebumps|trouble). More (piano|air)
C: (Who breathes at 0:12|That cough stays)
A: (It is the cellar breathing|That is Gustav, Jonas brought him) [+❤️4]

A: Gig offer: (Roman's café, Friday|yard dinner), paid in (cake|pizza)
B: (We have a price now|Our fee rose from soup to cake)!
C: How long do we have (songs|material) for?
A: (Forty minutes if {D} solos|Twenty-five, thirty with jokes) [+🎉4]

A: Broke a string (on the last chord|mid chorus). (Did it sound|Was it) dramatic?
B: (Keep it|Best part of the take)
C: I have spare ones, flat {flat} [+👍2]

A: Band photo attempt no. {N}: (someone blinked|Luca ate) [photo:guitar +😂3]
B: (That is our cover|I look like a lawyer)
C: (Next one on the fire escape, as promised|Yurko said lamps at 19:40)

A: (Lyrics question|Rhyme needed): what goes with 'lime tree'?
B: (Time, three|'I'm free')
C: (Half past three|Gustav and me)
A: (Genius and shame|You are all fired and hired) [+😂4]

A: Neighbours ask: (can we play until nine|is Tuesday all right)?
B: {C} (talked to|asked) everyone on the ground floor, yes until nine
C: In return, (one waltz for pani Halyna|no cymbals after eight)
A: A waltz! (In what key|We have till Tuesday) [+🎻3]
`,
  two: `
A: Are you (home|around)? I have (your ladder|a question|too much soup)
B: Home from {hour}. (What question|Is it the good soup)?
A^: The (lentil one|big one about the feast). (Bring the blue pot|Come by)
B: (On my way|Ten minutes) {nice}

A: (Look what|Guess what) came by post: the (seeds from Leipzig|old map of the street) [photo:garden]
B: (Finally|Oh nice)! Do we (plant|frame) it together?
A: {day}, after {hour}?
B: (Yes|Deal). I bring (bread|tea)

A: How do you say (this|'sourdough') in (Ukrainian|German)?
B: {word}
A^: I have been saying (something else|'slipper') for a week
B: Nobody (minded|noticed). The baker (laughed|told everyone), kindly [+😂1]

A: Thank you for (yesterday|helping with the bench)
B: (Any time|It was fun). My back (disagrees|sends its bill)
A: There is (balm|cake) for that here

A: Could you look at the text for the (community page|poster)? (Three lines|Short)
B: (Send it|Of course)
A: 'Bring a plate, a chair and one song'
B: (I would come|Do not touch it), it is perfect [+❤️1]

A: (Gustav doubled|He doubled) overnight, he is (in the hall|on the floor)
B: Feed him to (the yard|Bohdan)
A: Baking at {hour}, (two loaves are yours|half the street gets some) [photo:bread +😂1]

A: The new neighbour, Nadiia: (shall we bring her something|did you meet her)?
B: (Salt and a lamp|She asked for salt), I thought of tea too
A: (Tomorrow|{day}) at {hour}? I ask Marta to join
B: (Good|Lovely). We are (nice people|a gang), who knew

A: Did you see the (light|moon) over the roofs?
B: (Watching it now|From the balcony, yes) [photo:evening]
A: (Good night then|Sleep well), (neighbour|landscape architect)
B: Good night {nice}
`,
  news: `
A: Water: off on {day} from {hour}, back by lunch. Kettles, please. [+👍6]

A: The gate code changes on {day}. The new one comes by letterbox, not by chat. [+👍8 +🔐2]

A: Yard dinner on {day} at {hour}! Bring a plate, a chair and one song. [photo:lights +🎉9 +❤️5]

A: Lost and found lives in the box under the stairs now. Currently: four gloves, no pairs. [+😂7]

A: The lift is checked on {day}. Stairs are good company until {hour}. [+👍3]

A: Bulky waste goes out on {day}. A chair that can still hold a person goes to the swap corner. [+👍6]

A: Thank you to all forty-one hands on Saturday (somebody came with one in plaster). The lime trees are planted. [photo:garden +❤️12]

A: The cellar is dry again. Owners of skis: they survived. Owners of cardboard: we are sorry. [+🙏5 +😂3]
`,
} as const;
