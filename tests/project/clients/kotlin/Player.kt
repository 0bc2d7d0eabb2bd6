// Plays whole matches, everybody at the table, with nothing but the generated client.
import java.util.UUID
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import org.openapitools.client.apis.AuthApi
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.apis.MatchesApi
import org.openapitools.client.auth.ApiKeyAuth
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.Event
import org.openapitools.client.models.EventSerializer
import org.openapitools.client.models.Joining
import org.openapitools.client.models.Match
import org.openapitools.client.models.MatchStatus
import org.openapitools.client.models.Move
import org.openapitools.client.models.MoveAnswer
import org.openapitools.client.models.NewGuest
import org.openapitools.client.models.NewMatch
import org.openapitools.client.models.NewMove
import org.openapitools.client.models.View
import org.openapitools.client.models.Visibility
import retrofit2.Call

/** Answers as they came: a field that may be absent is not written as null. */
private val plain = Json(Serializer.kotlinxSerializationJson) { encodeDefaults = false }

/** Prints a JSON list: the summary of a match of each game, played all at once. */
fun main(arguments: Array<String>) {
    val (server, wanted) = arguments
    val games = Json.parseToJsonElement(wanted).jsonObject
    val summaries = games.entries.parallelStream().map { (game, options) -> played(server, game, options.jsonObject) }
    println(JsonArray(summaries.toList()))
}

private fun played(server: String, game: String, options: JsonObject): JsonElement {
    val found = ApiClient(server).createService(GamesApi::class.java).getGame(game).done()
    val people = List(found.seats.min) { guest(server, "P$it") }
    val kept = mutableListOf<JsonElement>()
    var match = opened(people, game, options, kept)
    val moves = mutableListOf<Move>()
    var viewer: Int? = null
    while (match.status == MatchStatus.running) {
        val seat = match.awaiting.random()
        if (seat != viewer) match = people[seat].getMatch(match.id).done()
        val move = chosen(people[seat], match)
        val answer = moved(people[seat], match, move)
        match = answer.match
        kept += plain.encodeToJsonElement(answer.receipt)
        moves += move
        viewer = seat
    }
    val events = history(people[0], match.id)
    return buildJsonObject {
        put("game", JsonPrimitive(game))
        put("match", JsonPrimitive(match.id))
        put("kept", JsonArray(kept))
        put("moves", JsonPrimitive(moves.size))
        put("from_text", JsonPrimitive(moves.count { it is Move.UnknownWrapper }))
        put("version", JsonPrimitive(match.version))
        put("read", JsonPrimitive(events.size))
        put("kinds", plain.encodeToJsonElement(events.map(::kind).distinct().sorted()))
        put("unknown", plain.encodeToJsonElement(events.mapNotNull(::unknown).distinct().sorted()))
        put("told", plain.encodeToJsonElement(events.mapNotNull(::sentence)))
        put("outcome", plain.encodeToJsonElement(match.outcome))
    }
}

private fun guest(server: String, name: String): MatchesApi {
    val signedIn = ApiClient(server).createService(AuthApi::class.java).createGuest(NewGuest(name)).done()
    val token = ApiKeyAuth("header", "Authorization", "Token ${signedIn.token}")
    return ApiClient(server).addAuthorization("token", token).createService(MatchesApi::class.java)
}

/** What the server promises to those who sit down is kept for verify.py. */
private fun opened(
    people: List<MatchesApi>,
    game: String,
    options: JsonObject,
    kept: MutableList<JsonElement>,
): Match {
    val table = NewMatch(game, people.size, Visibility.unlisted, options)
    var match = people[0].createMatch(table).done()
    kept += plain.encodeToJsonElement(match.promise)
    for (person in people.drop(1)) {
        match = person.joinMatch(match.id, joining = Joining()).done()
        kept += plain.encodeToJsonElement(match.promise)
    }
    return match
}

private fun moved(person: MatchesApi, match: Match, move: Move): MoveAnswer =
    person.playMove("${UUID.randomUUID()}", match.id, NewMove(move, match.version)).done()

/** A legal move; in a game that this schema does not know, one of those that the text names. */
private fun chosen(person: MatchesApi, match: Match): Move {
    if (match.view is View.UnknownWrapper) return person.describeMatch(match.id).done().moves.random().move
    val fields = match.choices.random().mapValues { (name, values) ->
        if (name == "type") values else values.jsonArray.random()
    }
    val move = JsonObject(fields.filterValues { it !is JsonNull })
    return plain.decodeFromJsonElement(Move.serializer(), move)
}

private fun history(person: MatchesApi, match: String): List<Event> {
    val events = mutableListOf<Event>()
    do {
        val page = person.listEvents(match, after = events.size).done()
        events += page.events
    } while (page.hasMore)
    return events
}

private fun kind(event: Event): String =
    plain.encodeToJsonElement(EventSerializer, event).jsonObject.getValue("type").let { (it as JsonPrimitive).content }

private fun unknown(event: Event): String? = (event as? Event.UnknownWrapper)?.value?.type

/** What is told of an event; a kind that this schema does not know is ignored. */
private fun sentence(event: Event): String? = when (event) {
    is Event.MatchStartedWrapper -> "${event.value.data.seats.size} seats"
    is Event.MatchFinishedWrapper -> "won by ${event.value.data.winners}"
    else -> null
}

private fun <T> Call<T>.done(): T {
    val answer = execute()
    return answer.body() ?: error("refused: ${answer.code()} ${answer.errorBody()?.string()}")
}
