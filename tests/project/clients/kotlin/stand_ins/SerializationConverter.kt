// com.squareup.retrofit2:converter-kotlinx-serialization, in a few lines.
package retrofit2.converter.kotlinx.serialization

import java.lang.reflect.Type
import kotlinx.serialization.json.Json
import kotlinx.serialization.serializer
import okhttp3.MediaType
import okhttp3.RequestBody
import okhttp3.RequestBody.Companion.toRequestBody
import okhttp3.ResponseBody
import retrofit2.Converter
import retrofit2.Retrofit

fun Json.asConverterFactory(media: MediaType): Converter.Factory = JsonConverters(this, media)

private class JsonConverters(private val json: Json, private val media: MediaType) : Converter.Factory() {
    override fun responseBodyConverter(
        type: Type,
        annotations: Array<Annotation>,
        retrofit: Retrofit,
    ) = Converter<ResponseBody, Any?> { json.decodeFromString(json.serializersModule.serializer(type), it.string()) }

    override fun requestBodyConverter(
        type: Type,
        parameterAnnotations: Array<Annotation>,
        methodAnnotations: Array<Annotation>,
        retrofit: Retrofit,
    ) = Converter<Any, RequestBody> {
        json.encodeToString(json.serializersModule.serializer(type), it).toRequestBody(media)
    }
}
